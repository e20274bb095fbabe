import { parseJsonWithSource } from "../json/parse-json.ts";
import { placeAt } from "../json/place-at.ts";
import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";
import type { Parsed, Problem } from "../vocabulary/problem.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { FORMATS, type FormatName } from "./formats.ts";

/** A pasted text as the value for the source key (spec 10, 11 §1). */
export interface ImportedCalls {
  /** `array`: what the node reads by itself, untouched. */
  readonly format: FormatName | "array";
  /** The array of calls. */
  readonly value: Json;
  /** Of the array: member `i` is where call `i` stands in the text. */
  readonly source: SourceNode;
  readonly problems: readonly Problem[];
}

/**
 * Tool calls out of whatever was pasted: a provider's whole answer, its message, its list of calls, or one call. What
 * is in the shape of spec 01 §2–3 already stays exactly as it is.
 */
export function importCalls(text: string): Parsed<ImportedCalls> {
  const parsed = parseJsonWithSource(text);
  if (!parsed.ok) return refused("calls-syntax", `${parsed.error.message}.`, text, parsed.error.offset);
  const { value, source } = parsed;
  if (isJsonArray(value) && isCallArray(value))
    return { ok: true, value: { format: "array", value, source, problems: [] } };
  for (const find of FORMATS) {
    const found = find({ value, node: source });
    if (found === undefined) continue;
    const members = new Map<string | number, SourceNode>(found.calls.map((call, index) => [index, call.node]));
    const calls = found.calls.map((call) => call.value);
    return {
      ok: true,
      value: { format: found.format, value: calls, source: { range: source.range, members }, problems: [] },
    };
  }
  if (isJsonArray(value)) return { ok: true, value: { format: "array", value, source, problems: [] } };
  if (!isJsonObject(value))
    return refused("calls-not-array", "expected tool calls, found a single value.", text, source.range.start);
  const where = { document: "calls", ...placeAt(text, source.range.start) };
  const message = "There is no tool call in this text.";
  const problem: Problem = { code: "no_calls", message, severity: "warning", where, range: source.range };
  return { ok: true, value: { format: "array", value: [], source: { range: source.range }, problems: [problem] } };
}

/** Members that the node reads: a `function`, or a `name` with `arguments`; none of them in another provider's shape. */
function isCallArray(array: readonly Json[]): boolean {
  const objects = array.filter(isJsonObject);
  if (objects.length === 0) return true;
  if (objects.some((member) => member.has("role") || member.has("call_id") || member.has("custom"))) return false;
  return objects.some(
    (member) => isJsonObject(member.get("function")) || (member.has("name") && member.has("arguments")),
  );
}

function refused(code: string, message: string, text: string, offset: number): Parsed<ImportedCalls> {
  const where = { document: "calls", ...placeAt(text, offset) };
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return {
    ok: false,
    problems: [{ code, message: sentence, severity: "error", where, range: { start: offset, end: offset + 1 } }],
  };
}
