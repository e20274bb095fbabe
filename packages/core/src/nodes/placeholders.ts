import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";

/** A `${ctx…}` that does not follow the grammar of spec 07 §3. */
export interface PlaceholderFault {
  /** Place in the configuration: `items[1].note`. */
  readonly path: string;
  readonly placeholder: string;
  readonly reason: string;
}

type Selector = string | number;

/** One `${…}` of a text: `start` at the dollar sign, `end` behind the brace. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly inside: string;
  readonly closed: boolean;
  readonly escaped: boolean;
}

/**
 * Fills `${ctx…}` (spec 07 §3) in one pass: strings plain, null and what is not there as nothing, all else as compact
 * JSON. Foreign and malformed placeholders stay as they are.
 */
export function fillPlaceholders(text: string, context: JsonObject): string {
  let filled = "";
  let from = 0;
  for (const found of placeholders(text)) {
    if (found.escaped) {
      filled += text.slice(from, found.start - 1);
      from = found.start;
      continue;
    }
    const parsed = found.closed ? parseSelectors(found.inside) : undefined;
    if (!Array.isArray(parsed)) continue;
    filled += text.slice(from, found.start) + textOf(select(context, parsed));
    from = found.end;
  }
  return filled + text.slice(from);
}

/** Every malformed placeholder in the strings of a configuration (spec 09 §3). */
export function checkPlaceholders(config: JsonObject): PlaceholderFault[] {
  const faults: PlaceholderFault[] = [];
  for (const [key, value] of config) checkValue(value, fieldPath("", key), faults);
  return faults;
}

function checkValue(value: Json, path: string, faults: PlaceholderFault[]): void {
  if (typeof value === "string") checkText(value, path, faults);
  else if (isJsonArray(value)) {
    for (let index = 0; index < value.length; index++) checkValue(value[index] as Json, `${path}[${index}]`, faults);
  } else if (isJsonObject(value)) {
    for (const [key, member] of value) checkValue(member, fieldPath(path, key), faults);
  }
}

function checkText(text: string, path: string, faults: PlaceholderFault[]): void {
  if (!text.includes("${")) return;
  for (const found of placeholders(text)) {
    if (found.escaped) continue;
    const parsed = found.closed ? parseSelectors(found.inside) : "the placeholder is missing its closing `}`";
    if (typeof parsed === "string")
      faults.push({ path, placeholder: text.slice(found.start, found.end), reason: parsed });
  }
}

function fieldPath(path: string, key: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** The placeholders that are ours, in order. */
function* placeholders(text: string): Generator<Found> {
  for (let start = text.indexOf("${"); start >= 0; ) {
    const brace = closingBrace(text, start + 2);
    const closed = brace >= 0;
    const inside = text.slice(start + 2, closed ? brace : undefined);
    const ours = inside === "ctx" || inside.startsWith("ctx.") || inside.startsWith("ctx[");
    const end = closed ? brace + 1 : ours ? text.length : start + 2;
    if (ours) yield { start, end, inside, closed, escaped: backslashesBefore(text, start) % 2 === 1 };
    start = text.indexOf("${", end);
  }
}

/** The first `}` outside of double quotes; −1: none. */
function closingBrace(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (quoted && character === "\\") at++;
    else if (character === '"') quoted = !quoted;
    else if (character === "}" && !quoted) return at;
  }
  return -1;
}

function backslashesBefore(text: string, at: number): number {
  let count = 0;
  while (text[at - 1 - count] === "\\") count++;
  return count;
}

/** The selectors behind `ctx`, or the reason why it is malformed. */
function parseSelectors(inside: string): Selector[] | string {
  const selectors: Selector[] = [];
  let rest = inside.slice(3);
  while (rest !== "") {
    const read = rest[0] === "." ? readField(rest) : rest[0] === "[" ? readBracket(rest) : undefined;
    if (read === undefined) {
      return "expected `.` or `[` after a path selector; expressions and fallbacks are unsupported";
    }
    if (typeof read === "string") return read;
    if (selectors.length === 0 && typeof read.selector === "number") {
      return "the context root is an object; its first selector must be an object key";
    }
    selectors.push(read.selector);
    rest = rest.slice(read.length);
  }
  return selectors.length === 0 ? "`ctx` must be followed by at least one object-key selector" : selectors;
}

type Read = { readonly selector: Selector; readonly length: number } | string;

function readField(rest: string): Read {
  const name = /^\.([A-Za-z_][A-Za-z0-9_]*)/.exec(rest)?.[1];
  if (name === undefined) return "a dot must be followed by an ASCII identifier";
  return { selector: name, length: name.length + 1 };
}

function readBracket(rest: string): Read {
  if (rest[1] === '"') return readQuotedKey(rest);
  const digits = /^\[([0-9]+)/.exec(rest)?.[1];
  if (digits === undefined) return "array indexes must be non-negative decimal integers";
  if (digits.length > 1 && digits.startsWith("0")) {
    return "array indexes must use canonical decimal notation without leading zeros";
  }
  if (rest[digits.length + 1] !== "]") return "an array index must be followed immediately by `]`";
  return { selector: Number(digits), length: digits.length + 2 };
}

function readQuotedKey(rest: string): Read {
  const quoted = /^\[("(?:[^"\\]|\\[\s\S])*")/.exec(rest)?.[1];
  const parsed = quoted === undefined ? undefined : parseJson(quoted);
  if (quoted === undefined || parsed?.ok !== true || typeof parsed.value !== "string") {
    return "a quoted object key must be a complete JSON string";
  }
  if (rest[quoted.length + 1] !== "]") return "a quoted object key must be followed immediately by `]`";
  return { selector: parsed.value, length: quoted.length + 2 };
}

function select(context: JsonObject, selectors: readonly Selector[]): Json | undefined {
  let current: Json | undefined = context;
  for (const selector of selectors) {
    if (typeof selector === "number") current = isJsonArray(current) ? current[selector] : undefined;
    else current = isJsonObject(current) ? current.get(selector) : undefined;
  }
  return current;
}

function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : compactJson(value);
}
