/** Colours for a terminal; none where they are not wanted. */
export interface Paint {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

export function paint(colours: boolean): Paint {
  const style = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { good: style(32), bad: style(31), warn: style(33), dim: style(2), bold: style(1) };
}

/** One line of at most `width` characters. */
export function oneLine(text: string, width = 120): string {
  const flat = text.replace(/\s+/g, " ");
  const characters = [...flat.slice(0, 2 * width)];
  return characters.length > width ? `${characters.slice(0, width - 1).join("")}…` : flat;
}
