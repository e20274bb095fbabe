import type { SourceRange } from "../vocabulary/source.ts";

/** The data of one event: the text after `data:`, and where it stands. */
export interface EventData {
  readonly text: string;
  readonly range: SourceRange;
  /** The data stands in one line, so offsets in it are offsets from `range.start`. */
  readonly inOneLine: boolean;
}

const FIELD = /^(?:data|event|id|retry)\s*:|^:/;

/** A transcript of server-sent events begins with one of their fields or with a comment. */
export function looksLikeEvents(text: string): boolean {
  const first = /\S[^\r\n]*/.exec(text)?.[0] ?? "";
  return FIELD.test(first) && /^[ \t]*data:/m.test(text);
}

/**
 * The data of every event of a transcript (spec 10 §2 rule 6): `:` lines are comments, the blank after `data:` may be
 * missing, lines end as they like, data may have several lines, and the last event needs no blank line after it.
 */
export function* eventData(text: string): Generator<EventData> {
  let lines: SourceRange[] = [];
  for (const line of linesOf(text)) {
    const content = text.slice(line.start, line.end);
    if (content.trim() === "") {
      if (lines.length > 0) yield dataOf(text, lines);
      lines = [];
      continue;
    }
    const data = /^[ \t]*data:[ ]?/.exec(content);
    if (data !== null) lines.push({ start: line.start + data[0].length, end: line.end });
  }
  if (lines.length > 0) yield dataOf(text, lines);
}

function dataOf(text: string, lines: readonly SourceRange[]): EventData {
  const [first, last] = [lines[0] ?? { start: 0, end: 0 }, lines.at(-1) ?? { start: 0, end: 0 }];
  return {
    text: lines.map((line) => text.slice(line.start, line.end)).join("\n"),
    range: { start: first.start, end: last.end },
    inOneLine: lines.length === 1,
  };
}

/** The lines of a text without what ends them. */
export function* linesOf(text: string): Generator<SourceRange> {
  let start = 0;
  while (start < text.length) {
    const feed = text.indexOf("\n", start);
    const end = feed < 0 ? text.length : feed;
    yield { start, end: text[end - 1] === "\r" && end > start ? end - 1 : end };
    start = end + 1;
  }
}
