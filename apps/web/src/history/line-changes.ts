import { diffLines } from "diff";

export interface LineChange {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

/** Beyond so many changed lines the texts are shown one after the other. */
const MOST_EDITS = 1000;

/** Unchanged lines that are shown beside a change; the others are counted. */
const CONTEXT_LINES = 3;

/** The lines of two texts, unchanged ones far from any change left out. */
export function lineChanges(before: string, after: string): readonly LineChange[] {
  const parts = diffLines(before, after, { maxEditLength: MOST_EDITS });
  if (parts === undefined) {
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  }
  return parts.map((part, index) => {
    if (part.added) return { kind: "added", text: part.value };
    if (part.removed) return { kind: "removed", text: part.value };
    return { kind: "same", text: shortened(part.value, index > 0, index < parts.length - 1) };
  });
}

function shortened(text: string, head: boolean, tail: boolean): string {
  const lines = text.replace(/\n$/, "").split("\n");
  const from = head ? CONTEXT_LINES : 0;
  const to = tail ? CONTEXT_LINES : 0;
  const hidden = lines.length - from - to;
  if (hidden < 2) return text;
  return [...lines.slice(0, from), `… ${hidden} lines alike`, ...lines.slice(lines.length - to), ""].join("\n");
}
