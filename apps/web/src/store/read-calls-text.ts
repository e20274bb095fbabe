import { type ImportedText, importCalls, type Parsed } from "@tool-dispatch/core";

const EMPTY: ImportedText = { value: [], problems: [] };

/** The Calls text as the array for the source key, with the place of everything in it. */
export function readCallsText(text: string): Parsed<ImportedText> {
  return text.trim() === "" ? { ok: true, value: EMPTY } : importCalls(text);
}
