import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, type Json } from "../vocabulary/json.ts";

const LONGEST_PREVIEW = 40;
const MOST_NAMED = 6;

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
      return value === null ? "null" : describeContainer(value);
  }
}

/** What kind of thing it is; of a text or number not which: `text`, `an array of 2 items`. */
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
      return value === null ? "null" : describeContainer(value);
  }
}

function describeContainer(value: Json & object): string {
  if (isJsonArray(value)) return value.length === 0 ? "an empty array" : `an array of ${count(value.length, "item")}`;
  return value.size === 0 ? "an empty object" : `an object with ${count(value.size, "field")}`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Text in quotes, cut when it is long. */
export function quote(text: string): string {
  if (text.length <= LONGEST_PREVIEW) return JSON.stringify(text);
  const characters = [...text.slice(0, 2 * LONGEST_PREVIEW)];
  if (characters.length <= LONGEST_PREVIEW && text.length <= 2 * LONGEST_PREVIEW) return JSON.stringify(text);
  return `${JSON.stringify(characters.slice(0, LONGEST_PREVIEW).join("")).slice(0, -1)}…"`;
}

/** "`a`, `b` and `c`", or "`a`, `b` and 9 more". */
export function listKeys(keys: Iterable<string>, total: number): string {
  const shown: string[] = [];
  for (const key of keys) {
    if (shown.length === MOST_NAMED) break;
    shown.push(`\`${key}\``);
  }
  const rest = total > shown.length ? `${total - shown.length} more` : shown.pop();
  return shown.length === 0 ? (rest ?? "") : `${shown.join(", ")} and ${rest}`;
}
