import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, type Json, type JsonObject } from "../vocabulary/json.ts";

/** A task's output as a finished run shows it: as a whole a marker when it is larger than the limit (spec 08 §2). */
export function inspectOutput(output: JsonObject, limitBytes: number): JsonObject {
  return isWithin(output, limitBytes) ? output : marker(limitBytes, "The output was omitted from the task history");
}

/** A final context as shown: each value larger than the limit is a marker, the others stay (spec 08 §2). */
export function inspectContext(context: JsonObject, limitBytes: number): JsonObject {
  const shown = new Map<string, Json>();
  for (const [key, value] of context) shown.set(key, inspectValue(value, limitBytes));
  return shown;
}

/** One value of a context as shown. */
export function inspectValue(value: Json, limitBytes: number): Json {
  return isWithin(value, limitBytes) ? value : marker(limitBytes, "The value was omitted from the final context");
}

function marker(limitBytes: number, what: string): JsonObject {
  return new Map<string, Json>([
    ["_truncated", true],
    ["_minimum_bytes", BigInt(limitBytes) + 1n],
    ["_limit_bytes", BigInt(limitBytes)],
    [
      "_note",
      `${what}: it is larger than IRONFLOW_MAX_TASK_OUTPUT_BYTES allows. Later steps still get the whole of it.`,
    ],
  ]);
}

/** Whether the compact JSON of a value has at most `limitBytes` bytes; stops counting once it has more. */
function isWithin(value: Json, limitBytes: number): boolean {
  return boundLeft(value, limitBytes) >= 0 || remaining(value, limitBytes) >= 0;
}

/** Bytes that a character takes at most, as `\\u001f`. */
const WIDEST = 6;
const LONGEST_NUMBER = 26;

/** What is left of `budget` after the most that the value can take: quick, and enough for nearly every value. */
function boundLeft(value: Json, budget: number): number {
  if (typeof value === "string") return budget - WIDEST * value.length - 2;
  if (typeof value !== "object" || value === null) return budget - LONGEST_NUMBER;
  let left = budget - 2;
  if (isJsonArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = boundLeft(value[index] as Json, left - 1);
    return left;
  }
  for (const [key, member] of value) {
    if (left < 0) return left;
    left = boundLeft(member, left - WIDEST * key.length - 4);
  }
  return left;
}

/** Bytes of `budget` left after the compact JSON of the value; negative when it did not fit. */
function remaining(value: Json, budget: number): number {
  switch (typeof value) {
    case "string":
      return budget - stringBytes(value, budget);
    case "bigint":
      return budget - value.toString().length;
    case "number":
      return budget - formatFloat(value).length;
    case "boolean":
      return budget - (value ? 4 : 5);
    default:
      if (value === null) return budget - 4;
      return isJsonArray(value) ? arrayRemaining(value, budget) : objectRemaining(value, budget);
  }
}

function arrayRemaining(array: readonly Json[], budget: number): number {
  let left = budget - 2 - Math.max(0, array.length - 1);
  for (const item of array) {
    if (left < 0) return left;
    left = remaining(item, left);
  }
  return left;
}

function objectRemaining(object: JsonObject, budget: number): number {
  // Brackets, commas, and a colon a member.
  let left = budget - 2 - Math.max(0, 2 * object.size - 1);
  for (const [key, member] of object) {
    if (left < 0) return left;
    left = remaining(member, left - stringBytes(key, left));
  }
  return left;
}

/** Bytes of a string as JSON writes it: counted, not printed. Every character takes a byte at least. */
function stringBytes(text: string, budget: number): number {
  let bytes = text.length + 2;
  for (let at = 0; at < text.length && bytes <= budget; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += escapeBytes(code);
    else if (code < 0x800) bytes += 1;
    // Each half of a pair counts two of the four bytes.
    else bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
  }
  return bytes;
}

/** What an ASCII character takes beyond its own byte. */
function escapeBytes(code: number): number {
  if (code >= 0x20) return code === QUOTE || code === BACKSLASH ? 1 : 0;
  return SHORT_ESCAPES.has(code) ? 1 : WIDEST - 1;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `\b`, `\t`, `\n`, `\f` and `\r`. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([0x08, 0x09, 0x0a, 0x0c, 0x0d]);
