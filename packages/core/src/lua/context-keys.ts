import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";

/** The keys of a `context_keys` list, or why it is none (spec 04 §3). An empty table is an empty list. */
export function contextKeys(value: Json): readonly string[] | string {
  if (isJsonObject(value) && value.size === 0) return [];
  if (!isJsonArray(value)) return "context_keys must be an array of strings";
  const wrong = value.findIndex((key) => typeof key !== "string");
  if (wrong >= 0) return `context_keys[${wrong + 1}] must be a string`;
  return value.filter((key) => typeof key === "string");
}
