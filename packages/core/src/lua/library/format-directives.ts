const PERCENT = 0x25;
const MODIFIERS: ReadonlySet<number> = new Set(Array.from("-+ #0123456789.", (char) => char.charCodeAt(0)));

/** One `%…` of a format that takes an argument: its letter, and where it ends. */
export interface FormatDirective {
  readonly letter: string;
  readonly end: number;
}

export function formatDirectives(format: Uint8Array): FormatDirective[] {
  const directives: FormatDirective[] = [];
  for (let at = format.indexOf(PERCENT); at >= 0 && at < format.length - 1; ) {
    at += 1;
    if (format[at] !== PERCENT) {
      while (MODIFIERS.has(format[at] ?? 0)) at += 1;
      directives.push({ letter: String.fromCharCode(format[at] ?? 0), end: at + 1 });
    }
    at = format.indexOf(PERCENT, at + 1);
  }
  return directives;
}
