import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";

/** Same JSON value; an integer never equals a float. Key order does not count. */
export function jsonEquals(a: Json, b: Json): boolean {
  return equal(a, b, (left, right) => Object.is(left, right));
}

/** Same JSON value, numbers by value: 3 equals 3.0, and 0 equals −0.0. */
export function jsonEqualsByValue(a: Json, b: Json): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: comparing a bigint with a number exactly is what `==` does
  return equal(a, b, (left, right) => (isNumber(left) && isNumber(right) ? left == right : left === right));
}

function isNumber(value: Json): value is bigint | number {
  return typeof value === "bigint" || typeof value === "number";
}

function equal(a: Json, b: Json, same: (a: Json, b: Json) => boolean): boolean {
  if (isJsonArray(a)) {
    return isJsonArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] as Json, same));
  }
  if (isJsonObject(a)) {
    if (!isJsonObject(b) || a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !equal(value, other, same)) return false;
    }
    return true;
  }
  return same(a, b);
}
