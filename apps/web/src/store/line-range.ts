import type { SourceRange } from "@tool-dispatch/core";

/** The range of a line (from 1) without the blanks around it. */
export function lineRange(text: string, line: number): SourceRange {
  let start = 0;
  for (let at = 1; at < line; at++) {
    const next = text.indexOf("\n", start);
    if (next < 0) break;
    start = next + 1;
  }
  const newline = text.indexOf("\n", start);
  const end = newline < 0 ? text.length : newline;
  const indent = /^\s*/.exec(text.slice(start, end))?.[0].length ?? 0;
  return { start: Math.min(start + indent, end), end };
}
