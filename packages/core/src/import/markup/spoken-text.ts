import type { SourceNode, SourceRange } from "../../vocabulary/source.ts";

/** A text that somebody said, and where each of its parts stands in the paste. */
export interface SpokenText {
  readonly text: string;
  readonly rangeOf: (start: number, end: number) => SourceRange;
}

/** Text that is the paste itself. */
export function plainText(text: string): SpokenText {
  return { text, rangeOf: (start, end) => ({ start, end }) };
}

/** Text that stands, escaped, in a JSON string of the paste. */
export function textInString(
  content: string,
  node: SourceNode,
  offsetsOf: (node: SourceNode) => readonly number[],
): SpokenText {
  let offsets: readonly number[] | undefined;
  const at = (index: number): number => {
    offsets ??= offsetsOf(node);
    return offsets[index] ?? node.range.end;
  };
  return { text: content, rangeOf: (start, end) => ({ start: at(start), end: at(end) }) };
}
