import type { SourceNode } from "../vocabulary/source.ts";

/**
 * For a JSON string that stands at `node` in `text`: where each UTF-16 unit of its decoded content begins, and as the
 * last entry where the content ends. So a place inside an escaped argument text points at its place in the paste.
 */
export function stringContentOffsets(text: string, node: SourceNode): number[] {
  const offsets: number[] = [];
  const end = node.range.end - 1;
  let at = node.range.start + 1;
  while (at < end) {
    offsets.push(at);
    if (text[at] !== "\\") at += 1;
    else at += text[at + 1] === "u" ? 6 : 2;
  }
  offsets.push(end);
  return offsets;
}
