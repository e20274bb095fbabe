import { formatFloat } from "../json/format-float.ts";
import { parseJson } from "../json/parse-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";

/**
 * Every text that counts as a secret because of the overlay (spec 06 §3), its JSON-escaped form included, longest
 * first.
 */
export function collectSecrets(overlay: JsonObject): string[] {
  const secrets = new Set<string>();
  for (const value of overlay.values()) collect(value, secrets);
  for (const secret of [...secrets]) secrets.add(JSON.stringify(secret).slice(1, -1));
  return [...secrets].sort((a, b) => b.length - a.length);
}

function collect(value: Json, into: Set<string>): void {
  if (typeof value === "string") collectFromText(value.trim(), into);
  else if (isJsonArray(value)) for (const item of value) collect(item, into);
  else if (isJsonObject(value)) {
    for (const [name, member] of value) {
      add(name, into);
      collect(member, into);
    }
  } else collectNumber(value, into);
}

function collectFromText(text: string, into: Set<string>): void {
  add(text, into);
  const parsed = parseJson(text);
  if (parsed.ok) collectLeaves(parsed.value, into);
  for (const part of text.split(/[,;]/)) {
    const equals = part.indexOf("=");
    if (equals >= 0) add(withoutQuotes(part.slice(equals + 1).trim()).trim(), into);
  }
  const credentials = /^(?:bearer|basic)\s([\s\S]+)$/i.exec(text)?.[1];
  if (credentials !== undefined) add(credentials.trim(), into);
}

/** Strings, numbers and field names of a text that is itself JSON. */
function collectLeaves(value: Json, into: Set<string>): void {
  if (typeof value === "string") add(value.trim(), into);
  else if (isJsonArray(value)) for (const item of value) collectLeaves(item, into);
  else if (isJsonObject(value)) {
    for (const [name, member] of value) {
      add(name, into);
      collectLeaves(member, into);
    }
  } else collectNumber(value, into);
}

function collectNumber(value: Json, into: Set<string>): void {
  if (typeof value === "bigint") add(value.toString(), into);
  else if (typeof value === "number") add(formatFloat(value), into);
}

function withoutQuotes(text: string): string {
  return text.replace(/^"+/, "").replace(/"+$/, "");
}

function add(text: string, into: Set<string>): void {
  if (text !== "") into.add(text);
}
