import { lineAmong } from "../../json/place-at.ts";

/** Lines of a Lua text as Lua counts them: `\n`, `\r` and both together in either order end one line. */
export class LineIndex {
  private readonly text: string;
  private readonly starts: number[] = [0];

  constructor(text: string) {
    this.text = text;
    for (const lineEnd of text.matchAll(/\r\n|\n\r|\n|\r/g)) this.starts.push(lineEnd.index + lineEnd[0].length);
  }

  /** From 1. */
  line(offset: number): number {
    return lineAmong(this.starts, offset);
  }

  /** From 1, in characters. */
  column(offset: number): number {
    const start = this.starts[this.line(offset) - 1] ?? 0;
    return [...this.text.slice(start, offset)].length + 1;
  }
}
