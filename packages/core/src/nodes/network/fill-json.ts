import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { fillPlaceholders } from "../placeholders.ts";

/** A value with the placeholders of all its texts filled; keys stay. */
export function fillJson(value: Json, context: JsonObject): Json {
  if (typeof value === "string") return fillPlaceholders(value, context);
  if (isJsonArray(value)) return value.map((item) => fillJson(item, context));
  if (isJsonObject(value)) return new Map([...value].map(([key, member]) => [key, fillJson(member, context)]));
  return value;
}
