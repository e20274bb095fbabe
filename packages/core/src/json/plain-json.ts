import { isJsonArray, type Json } from "../vocabulary/json.ts";

/**
 * JSON from plain JavaScript values. Whole numbers become integers, others floats; members that are undefined are
 * left out; Maps and bigints pass through. Throws a TypeError for what has no JSON form.
 */
export function fromPlain(value: unknown): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
    case "bigint":
      return value;
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`);
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
    case "object":
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(fromPlain);
      return fromEntries(value instanceof Map ? [...value] : Object.entries(value));
    default:
      throw new TypeError(`a ${typeof value} has no JSON form`);
  }
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): Json {
  const object = new Map<string, Json>();
  for (const [key, member] of entries) if (member !== undefined) object.set(key, fromPlain(member));
  return object;
}

/**
 * Plain JavaScript values for libraries that want them. Integers become numbers and may lose digits beyond 2⁵³;
 * objects have no prototype, so that any key is safe.
 */
export function toPlain(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (isJsonArray(value)) return value.map(toPlain);
  const object = Object.create(null) as Record<string, unknown>;
  for (const [key, member] of value) object[key] = toPlain(member);
  return object;
}
