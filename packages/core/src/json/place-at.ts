/** Line and column, both from 1, of an offset in UTF-16 units. `\r\n`, `\n` and `\r` end a line. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = 0;
  const end = Math.min(offset, text.length);
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) {
      line++;
      lineStart = at + 1;
    }
  }
  return { line, column: end - lineStart + 1 };
}

/** Finds many places in one text, whose lines it reads once. */
export class LineIndex {
  private readonly starts: readonly number[];
  private readonly length: number;

  constructor(text: string) {
    const starts = [0];
    const end = /\r\n|\n|\r/g;
    while (end.exec(text) !== null) starts.push(end.lastIndex);
    this.starts = starts;
    this.length = text.length;
  }

  /** The same as `placeAt`. */
  at(offset: number): { line: number; column: number } {
    const end = Math.min(offset, this.length);
    const line = lineAmong(this.starts, end);
    return { line, column: end - (this.starts[line - 1] ?? 0) + 1 };
  }
}

/** The line, from 1, that an offset stands in, when lines begin at these offsets. */
export function lineAmong(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}
