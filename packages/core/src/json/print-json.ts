import { isJsonArray, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import { formatFloat } from "./format-float.ts";
import { sortKeys } from "./sort-keys.ts";

/**
 * Compact JSON (spec 01 §7): no blanks, keys sorted by code point at every level, integers exact, floats by
 * `formatFloat`.
 */
export function compactJson(value: Json): string {
  return print(value, sortedKeys);
}

/** Like `compactJson`, with keys in their own order: what travels and is stored comes back as it was. */
export function printJson(value: Json): string {
  return print(value, ownKeys);
}

type KeysOf = (object: JsonObject) => Iterable<string>;

const sortedKeys: KeysOf = (object) => sortKeys([...object.keys()]);
const ownKeys: KeysOf = (object) => object.keys();

function print(value: Json, keysOf: KeysOf): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "bigint":
      return value.toString();
    case "number":
      return formatFloat(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      if (value === null) return "null";
      return isJsonArray(value) ? printArray(value, keysOf) : printObject(value, keysOf);
  }
}

function printArray(array: JsonArray, keysOf: KeysOf): string {
  let text = "[";
  for (let index = 0; index < array.length; index++) {
    if (index > 0) text += ",";
    text += print(array[index] as Json, keysOf);
  }
  return `${text}]`;
}

function printObject(object: JsonObject, keysOf: KeysOf): string {
  let text = "{";
  let first = true;
  for (const key of keysOf(object)) {
    text += first ? `${JSON.stringify(key)}:` : `,${JSON.stringify(key)}:`;
    text += print(object.get(key) as Json, keysOf);
    first = false;
  }
  return `${text}}`;
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
