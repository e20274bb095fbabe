import type { Json, JsonObject } from "../../vocabulary/json.ts";

/** A new object of the fields that exist, from pairs of new and old name. */
export function pickFields(source: JsonObject, fields: Iterable<readonly [string, string]>): JsonObject {
  const picked = new Map<string, Json>();
  for (const [newName, oldName] of fields) {
    const value = source.get(oldName);
    if (value !== undefined) picked.set(newName, value);
  }
  return picked;
}
