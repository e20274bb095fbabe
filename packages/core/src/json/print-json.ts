import { isJsonArray, type Json } from "../vocabulary/json.ts";
import { JsonWriter, type PrintedJson } from "./json-writer.ts";

const writer = new JsonWriter();

/**
 * Compact JSON (spec 01 §7): no blanks, keys sorted by code point at every level, integers exact, floats by
 * `formatFloat`.
 */
export function compactJson(value: Json): string {
  return writer.print(value, true).text;
}

/** `compactJson` with its bytes counted. */
export function measuredJson(value: Json): PrintedJson {
  return writer.print(value, true);
}

/** Like `compactJson`, with keys in their own order: what travels and is stored comes back as it was. */
export function printJson(value: Json): string {
  return writer.print(value, false).text;
}

/** JSON for people: two blanks a level, keys in their own order, numbers as in spec 01 §7. */
export function prettyJson(value: Json): string {
  return pretty(value, "\n");
}

/** `newline` is a line break and the blanks of the level. */
function pretty(value: Json, newline: string): string {
  if (typeof value !== "object" || value === null) return compactJson(value);
  const inner = `${newline}  `;
  if (isJsonArray(value)) {
    if (value.length === 0) return "[]";
    return `[${inner}${value.map((item) => pretty(item, inner)).join(`,${inner}`)}${newline}]`;
  }
  if (value.size === 0) return "{}";
  const members = [...value].map(([key, member]) => `${JSON.stringify(key)}: ${pretty(member, inner)}`);
  return `{${inner}${members.join(`,${inner}`)}${newline}}`;
}
