import {
  type ImportedCalls,
  type ImportOptions,
  importCalls,
  isFormatName,
  isJsonObject,
  type JsonObject,
  type Parsed,
} from "@tool-dispatch/core";

export const NO_CALLS: ImportedCalls = {
  format: "array",
  confidence: "certain",
  assembled: false,
  value: [],
  source: { range: { start: 0, end: 0 } },
  skipped: [],
  answers: [],
  turns: [],
  turn: -1,
  problems: [],
};

/** The Calls text as the array for the source key, with the place of everything in it. */
export function readCallsText(text: string, options: ImportOptions): Parsed<ImportedCalls> {
  return text.trim() === "" ? { ok: true, value: NO_CALLS } : importCalls(text, options);
}

/** What the scenario's `options.import` asks for; what is none of it is ignored here and told by the run. */
export function importOptions(rest: JsonObject): ImportOptions {
  const options = rest.get("options") ?? null;
  const given = isJsonObject(options) ? (options.get("import") ?? null) : null;
  if (!isJsonObject(given)) return {};
  const format = given.get("format");
  const turn = given.get("turn");
  return {
    format: isFormatName(format) ? format : undefined,
    turn: typeof turn === "bigint" && turn >= 1n ? Number(turn) - 1 : undefined,
  };
}
