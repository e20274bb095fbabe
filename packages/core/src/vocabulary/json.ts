/**
 * JSON without loss (spec 01 §7). The two kinds of numbers are two JavaScript types, so that the compiler
 * keeps them apart: an integer is a `bigint`, a float is a `number`. Objects are `Map`s: keys keep the
 * order in which they were written, and a key may be `__proto__`, `constructor` or `10`.
 * Every value can be cloned to another thread as it is.
 */
export type Json = null | boolean | JsonInteger | JsonFloat | string | JsonArray | JsonObject;

/** −2⁶³ … 2⁶⁴−1. */
export type JsonInteger = bigint;

/** Finite; `-0` is a float. */
export type JsonFloat = number;

export type JsonArray = readonly Json[];
export type JsonObject = ReadonlyMap<string, Json>;

export type JsonType = "null" | "boolean" | "integer" | "float" | "string" | "array" | "object";

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return value instanceof Map;
}

export function isJsonArray(value: Json | undefined): value is JsonArray {
  return Array.isArray(value);
}

export function jsonType(value: Json): JsonType {
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "bigint":
      return "integer";
    case "number":
      return "float";
    case "string":
      return "string";
    default:
      if (value === null) return "null";
      return isJsonArray(value) ? "array" : "object";
  }
}
