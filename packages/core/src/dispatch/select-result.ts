import { measuredJson } from "../json/print-json.ts";
import type { SizeNotes } from "../ports/node.ts";
import type { ResultOrigin } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";

/** The part of a child's final context that is its result (spec 05 §3), and which rule chose it. */
export function selectResult(context: JsonObject): { readonly result: Json; readonly origin: ResultOrigin } {
  const value = context.get("tool_result_value");
  if (value !== undefined) return { result: value, origin: "tool_result_value" };
  const text = context.get("tool_result_text");
  if (text !== undefined) return { result: text, origin: "tool_result_text" };
  return { result: publicContext(context), origin: "context" };
}

/** Without the top-level keys that start with `_`; nested ones stay. */
export function publicContext(context: JsonObject): JsonObject {
  const shown = new Map<string, Json>();
  for (const [key, value] of context) if (!key.startsWith("_")) shown.set(key, value);
  return shown;
}

/** A result as text (spec 01 §7): a string as it is, everything else as compact JSON, whose size is noted. */
export function resultContent(result: Json, sizes: SizeNotes): string {
  if (typeof result === "string") return result;
  const { text, bytes } = measuredJson(result);
  if (typeof result === "object" && result !== null) sizes.note(result, bytes);
  return text;
}
