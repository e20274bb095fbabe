import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import { type ReferenceScope, walkReference } from "./walk.ts";

/** The value that one reference selects, or the literal itself (spec 02 §2). */
export function resolveReference(text: string, scope: ReferenceScope): Json {
  return walkReference(text, scope);
}

/**
 * The values of an `input` mapping (spec 02 §1): strings are resolved, arrays and objects member by member, numbers,
 * booleans and null stay. What a reference selected is copied as it is.
 */
export function resolveInput(input: JsonObject, scope: ReferenceScope): Map<string, Json> {
  const values = new Map<string, Json>();
  for (const [key, value] of input) values.set(key, resolveValue(value, scope));
  return values;
}

function resolveValue(value: Json, scope: ReferenceScope): Json {
  if (typeof value === "string") return walkReference(value, scope);
  if (isJsonArray(value)) return value.map((item) => resolveValue(item, scope));
  return isJsonObject(value) ? resolveInput(value, scope) : value;
}
