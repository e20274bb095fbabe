import type { Json, JsonObject } from "../vocabulary/json.ts";
import { fillPlaceholders } from "./placeholders.ts";

const LARGEST_WHOLE = 2n ** 64n - 1n;
const NUMERIC = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const TRUE_WORDS = ["true", "yes", "on", "1"];
const FALSE_WORDS = ["false", "no", "off", "0"];

/** A boolean setting (spec 07 §1); undefined: counts as absent. */
export function readFlag(value: Json | undefined, context: JsonObject): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const word = fillPlaceholders(value, context).trim().toLowerCase();
  if (TRUE_WORDS.includes(word)) return true;
  return FALSE_WORDS.includes(word) ? false : undefined;
}

/** A finite number from a number setting (spec 07 §1); undefined: unusable. */
export function readNumber(value: Json, context: JsonObject): number | undefined {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return value;
  return typeof value === "string" ? parseNumeric(fillPlaceholders(value, context)) : undefined;
}

/** A whole number from 0 to 2⁶⁴−1 (spec 07 §1); undefined: unusable. */
export function readWhole(value: Json, context: JsonObject): bigint | undefined {
  if (typeof value === "bigint") return inRange(value);
  if (typeof value === "number") return wholeFloat(value);
  if (typeof value !== "string") return undefined;
  const text = fillPlaceholders(value, context).trim();
  if (/^\+?\d+$/.test(text)) return inRange(BigInt(text.replace("+", "")));
  const number = parseNumeric(text);
  return number === undefined ? undefined : wholeFloat(number);
}

/** Decimal text as a finite number: `3`, `-1.5`, `1e3`. */
export function parseNumeric(text: string): number | undefined {
  const trimmed = text.trim();
  if (!NUMERIC.test(trimmed)) return undefined;
  const number = Number(trimmed);
  return Number.isFinite(number) ? number : undefined;
}

function wholeFloat(value: number): bigint | undefined {
  return Number.isInteger(value) && value >= 0 ? inRange(BigInt(value)) : undefined;
}

function inRange(value: bigint): bigint | undefined {
  return value >= 0n && value <= LARGEST_WHOLE ? value : undefined;
}

/** A number text with its kind: an integer of 64 bits (`3`, `-7`), else a finite float (`3.0`, `1e3`). */
export function parseExact(text: string): bigint | number | undefined {
  if (/^[+-]?\d+$/.test(text)) {
    const integer = BigInt(text.startsWith("+") ? text.slice(1) : text);
    if (integer >= -(2n ** 63n) && integer < 2n ** 63n) return integer;
  }
  return parseNumeric(text);
}
