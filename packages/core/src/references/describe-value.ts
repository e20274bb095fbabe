import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, type Json } from "../vocabulary/json.ts";

const LONGEST_PREVIEW = 40;

/** A value in a few words, for a sentence: `the text "Oslo"`, `an object with 2 fields`. */
export function describeValue(value: Json): string {
  switch (typeof value) {
    case "string":
      return value === "" ? "the empty text" : `the text ${quote(value)}`;
    case "bigint":
      return `the integer ${value}`;
    case "number":
      return `the float ${formatFloat(value)}`;
    case "boolean":
      return String(value);
    default:
      if (value === null) return "null";
      if (isJsonArray(value))
        return value.length === 0 ? "an empty array" : `an array of ${count(value.length, "item")}`;
      return value.size === 0 ? "an empty object" : `an object with ${count(value.size, "field")}`;
  }
}

/** What kind of thing it is, without its content: `text`, `an object`. */
export function describeKind(value: Json): string {
  switch (typeof value) {
    case "string":
      return "text";
    case "bigint":
    case "number":
      return "a number";
    case "boolean":
      return "a boolean";
    default:
      if (value === null) return "null";
      return isJsonArray(value) ? "an array" : "an object";
  }
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function quote(text: string): string {
  const characters = [...text.slice(0, 2 * LONGEST_PREVIEW)];
  if (characters.length <= LONGEST_PREVIEW && text.length <= 2 * LONGEST_PREVIEW) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, LONGEST_PREVIEW).join("")).slice(0, -1)}…"`;
}

/** "`a`, `b` and 3 more". */
export function listKeys(keys: readonly string[], total: number, most = 6): string {
  const shown = keys.slice(0, most).map((key) => `\`${key}\``);
  return total > shown.length ? `${shown.join(", ")} and ${total - shown.length} more` : shown.join(", ");
}
