import { LuaNesting } from "./lua-nesting.ts";
import { type LuaPiece, luaPieces } from "./lua-pieces.ts";

const STANDARD_UNIT = "    ";

/** A line of the text, without its end. `depth`: of its indentation; undefined where it begins within a piece. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly first: LuaPiece | undefined;
  readonly depth: number | undefined;
  /** Offset behind its last piece; beyond `end` when that goes on in the next line. */
  readonly used: number;
}

/**
 * Indents Lua text by its blocks, brackets and continued expressions, in steps as wide as its own first one. Only blanks
 * at both ends of lines change: every piece, every string and comment, and every line stays. Formatting twice changes
 * nothing more.
 *
 * Formatters at hand rewrite quotes, commas, semicolons and line breaks; what is pasted here is compared with its source.
 */
export function indentLua(text: string): string {
  // No Lua begins so, and without the blanks it would: with a line for a shell.
  if (/^[^\S\n]+#/.test(text)) return text;
  const lines = linesOf(text);
  const unit = unitOf(text, lines);
  let written = "";
  let at = 0;
  for (const { start, end, first, depth, used } of lines) {
    written += text.slice(at, start);
    if (depth === undefined) written += text.slice(start, Math.min(used, end));
    else if (first !== undefined) written += unit.repeat(depth) + text.slice(first.start, Math.min(used, end));
    at = end;
  }
  return written + text.slice(at);
}

function linesOf(text: string): readonly Line[] {
  const pieces = luaPieces(text);
  const nesting = new LuaNesting();
  const lines: Line[] = [];
  let next = 0;
  let used = 0;
  for (let start = 0; start <= text.length; ) {
    const feed = text.indexOf("\n", start);
    const stop = feed < 0 ? text.length : feed;
    const end = text[stop - 1] === "\r" && stop > start ? stop - 1 : stop;
    const within = used > start;
    const first = within || (pieces[next]?.start ?? text.length) >= stop ? undefined : pieces[next];
    const depth = within ? undefined : nesting.depthOf(first);
    if (first !== undefined && depth !== undefined) nesting.beginLine(depth);
    if (!within) used = start;
    for (let piece = pieces[next]; piece !== undefined && piece.start < stop; piece = pieces[++next]) {
      nesting.add(piece);
      used = piece.start + piece.text.length;
    }
    lines.push({ start, end, first, depth, used });
    start = stop + 1;
  }
  return lines;
}

/** One step of indentation as the text has it on its first line within one block. */
function unitOf(text: string, lines: readonly Line[]): string {
  const line = lines.find(({ depth, first }) => depth === 1 && first !== undefined);
  const blanks = line === undefined ? "" : text.slice(line.start, line.first?.start);
  return /^(?:\t| {2,8})$/.test(blanks) ? blanks : STANDARD_UNIT;
}
