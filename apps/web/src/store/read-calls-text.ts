import {
  type ImportedText,
  isJsonArray,
  jsonType,
  type Parsed,
  type Problem,
  parseJsonWithSource,
  placeAt,
} from "@tool-dispatch/core";

const EMPTY: ImportedText = { value: [], problems: [] };

/** The Calls text as the array for the source key, with the place of everything in it. */
export function readCallsText(text: string): Parsed<ImportedText> {
  if (text.trim() === "") return { ok: true, value: EMPTY };
  const parsed = parseJsonWithSource(text);
  if (!parsed.ok)
    return { ok: false, problems: [problem("calls-syntax", `${parsed.error.message}.`, text, parsed.error.offset)] };
  if (isJsonArray(parsed.value))
    return { ok: true, value: { value: parsed.value, source: parsed.source, problems: [] } };
  const message = `expected an array of tool calls, found ${jsonType(parsed.value)}.`;
  return { ok: false, problems: [problem("calls-not-array", message, text, parsed.source.range.start)] };
}

function problem(code: string, message: string, text: string, offset: number): Problem {
  const where = { document: "calls", ...placeAt(text, offset) };
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return { code, message: sentence, severity: "error", where, range: { start: offset, end: offset + 1 } };
}
