/** Leaves the reader's recursion; never leaves this folder. */
export class JsonFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** For `expected …, found …`: invisible characters by name. */
export function describeCodePoint(code: number): string {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const character = String.fromCodePoint(code);
  if (code === 0xfeff) return `a byte order mark (${name})`;
  if (/\p{Cc}/u.test(character)) return `the control character ${name}`;
  return /[\p{C}\p{Z}]/u.test(character) ? `the invisible character ${name}` : `\`${character}\``;
}
