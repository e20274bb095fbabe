import { compactJson, isJsonArray, isJsonObject, type Json } from "@tool-dispatch/core";

/** Items and characters that a preview reads at most, however large the value is. */
const MOST_ITEMS = 12;

/** A value in one short line. Only a few members of a large one are looked at. */
export function preview(value: Json, longest = 60): string {
  const text = previewText(value, longest);
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

function previewText(value: Json, longest: number): string {
  if (typeof value === "string") return JSON.stringify(value.length > longest ? value.slice(0, longest) : value);
  if (isJsonArray(value)) {
    if (value.length <= MOST_ITEMS && isSmall(value)) return compactJson(value);
    return `[${value
      .slice(0, 3)
      .map((item) => previewText(item, 16))
      .join(",")},… ${value.length} items]`;
  }
  if (!isJsonObject(value)) return compactJson(value);
  if (value.size <= MOST_ITEMS && isSmall([...value.values()])) return compactJson(value);
  return `{${[...value.keys()].slice(0, 6).join(", ")}… ${value.size} fields}`;
}

/** Nothing in it is worth a second look before it is printed. */
function isSmall(members: readonly Json[]): boolean {
  return members.every((member) => {
    if (typeof member === "string") return member.length < 200;
    return !isJsonArray(member) && !isJsonObject(member)
      ? true
      : (isJsonArray(member) ? member.length : member.size) <= 4 &&
          isSmall(isJsonArray(member) ? member : [...member.values()]);
  });
}

/** `object, 3 fields` */
export function typeLabel(value: Json): string {
  if (value === null) return "null";
  if (isJsonArray(value)) return `array, ${count(value.length, "item")}`;
  if (isJsonObject(value)) return `object, ${count(value.size, "key")}`;
  if (typeof value === "bigint") return "integer";
  return typeof value === "number" ? "float" : typeof value === "string" ? "text" : "boolean";
}

export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
