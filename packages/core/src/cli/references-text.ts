import { compactJson, type Explanation } from "../index.ts";
import { oneLine, type Paint } from "./paint.ts";

/** A line an input: key, reference, value; below it why it is null, or what should be known about it. */
export function referencesText(references: readonly Explanation[], paint: Paint): string {
  const keyWidth = Math.max(...references.map((one) => one.key.length), 0);
  const textWidth = Math.max(...references.map((one) => (one.reference ?? "").length), 0);
  return references
    .map((one) => {
      const value = oneLine(compactJson(one.value), 60);
      const shown = one.reason === null ? value : paint.bad(value);
      const line = `    ${one.key.padEnd(keyWidth)}  ${paint.dim((one.reference ?? "").padEnd(textWidth))}  ${shown}\n`;
      const why = one.reason === null ? "" : `${" ".repeat(6 + keyWidth)}${paint.bad(one.message)}\n`;
      const notes = (one.notes ?? []).map((note) => `${" ".repeat(6 + keyWidth)}${paint.warn(note.message)}\n`);
      return line + why + notes.join("");
    })
    .join("");
}
