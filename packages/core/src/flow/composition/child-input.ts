import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";

/**
 * The mapped input of a composition node (spec 07 §4): a text takes the parent key of that name, all else is copied.
 * `otherwise` says what becomes of a text that names no key. Without an input the whole parent context is copied.
 */
export function childInput(
  input: Json | undefined,
  context: JsonObject,
  otherwise: "left-out" | "text",
): Map<string, Json> {
  return isJsonObject(input) ? mappedInput(input, context, otherwise) : new Map(context);
}

export function mappedInput(input: JsonObject, context: JsonObject, otherwise: "left-out" | "text"): Map<string, Json> {
  const mapped = new Map<string, Json>();
  for (const [key, value] of input) {
    const selected = typeof value === "string" ? context.get(value) : value;
    if (selected !== undefined) mapped.set(key, selected);
    else if (otherwise === "text") mapped.set(key, value);
  }
  return mapped;
}
