import { useLayoutEffect } from "react";
import { monaco } from "./monaco.ts";
import type { StandaloneEditor } from "./use-editor.ts";

/**
 * Brings a text that was changed outside of the editor into it, line by line, so that the cursor stays where it was and
 * the change can be undone. Before the library's own way, which replaces the whole text.
 */
export function useOutsideEdits(editor: StandaloneEditor | undefined, path: string, text: string): void {
  useLayoutEffect(() => {
    const model = editor?.getModel();
    if (editor === undefined || model == null || !model.uri.path.endsWith(path) || model.getValue() === text) return;
    editor.pushUndoStop();
    editor.executeEdits("page", lineEdits(model.getLinesContent(), text.split(/\r\n|\r|\n/)));
    editor.pushUndoStop();
  }, [editor, path, text]);
}

/** Where as many lines stand as before, one edit a line that differs; else one for all between the first and the last. */
function lineEdits(before: readonly string[], after: readonly string[]) {
  if (before.length === after.length)
    return after.flatMap((line, index) => {
      const old = before[index] ?? "";
      return old === line ? [] : [editOf(index + 1, old, line)];
    });
  const last = before.length - 1;
  let from = 0;
  while (from < last && before[from] === after[from]) from++;
  let kept = 0;
  const most = Math.min(before.length, after.length) - from - 1;
  while (kept < most && before[last - kept] === after[after.length - 1 - kept]) kept++;
  const text = after.slice(from, after.length - kept).join("\n");
  const range = new monaco.Range(from + 1, 1, last - kept + 1, (before[last - kept] ?? "").length + 1);
  return [{ range, text }];
}

function editOf(number: number, old: string, line: string) {
  const { start, end } = shared(old, line);
  const range = new monaco.Range(number, start + 1, number, old.length - end + 1);
  return { range, text: line.slice(start, line.length - end) };
}

/** How many characters two lines share at their beginning and at their end. */
function shared(one: string, other: string): { readonly start: number; readonly end: number } {
  const most = Math.min(one.length, other.length);
  let end = 0;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  let start = 0;
  while (start < most - end && one[start] === other[start]) start++;
  return { start, end };
}
