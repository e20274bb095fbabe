import { NodeFault } from "../node-fault.ts";
import { indexOfName, milliseconds, NAMED_ZONES, parseOffset } from "./parse-any-date.ts";
import { MONTHS, unixMs, type WallTime, WEEKDAYS } from "./wall-time.ts";

type Fields = { -readonly [F in keyof WallTime]?: number } & {
  afternoon?: boolean;
  unixSeconds?: number;
};

/** Milliseconds since the epoch of a text in a format of `%` directives; undefined when it does not fit. */
export function parseDate(text: string, format: string): number | undefined {
  const fields: Fields = {};
  let rest = text.trim();
  for (const [part] of format.trim().matchAll(/%(?:[-_0]?[A-Za-z%+]|:{1,3}z|\.?[369]?f)|\s+|[^%]/gs)) {
    const length = part.startsWith("%") ? readDirective(part, rest, fields) : readLiteral(part, rest);
    if (length === undefined) return undefined;
    rest = rest.slice(length);
  }
  return rest === "" ? momentOf(fields) : undefined;
}

function readLiteral(part: string, rest: string): number | undefined {
  if (part.trim() === "") return /^\s*/.exec(rest)?.[0].length ?? 0;
  return rest.startsWith(part) ? part.length : undefined;
}

const COMPOSED: ReadonlyMap<string, string> = new Map([
  ["D", "%m/%d/%y"],
  ["x", "%m/%d/%y"],
  ["F", "%Y-%m-%d"],
  ["v", "%e-%b-%Y"],
  ["R", "%H:%M"],
  ["T", "%H:%M:%S"],
  ["X", "%H:%M:%S"],
  ["r", "%I:%M:%S %p"],
  ["c", "%a %b %e %H:%M:%S %Y"],
]);

/** How many characters the directive took. */
function readDirective(part: string, rest: string, fields: Fields): number | undefined {
  const letter = part.at(-1) ?? "";
  const composed = COMPOSED.get(letter);
  if (composed !== undefined) return readParts(composed, rest, fields);
  const reader = READERS.get(letter);
  if (reader === undefined) throw new NodeFault(`date_format: unknown directive '${part}' in 'input_format'`);
  const match = reader.pattern.exec(rest);
  return match !== null && reader.take(match[1] ?? "", fields) ? match[0].length : undefined;
}

function readParts(format: string, rest: string, fields: Fields): number | undefined {
  let left = rest;
  for (const [part] of format.matchAll(/%[A-Za-z]|\s+|[^%]/g)) {
    const length = part.startsWith("%") ? readDirective(part, left, fields) : readLiteral(part, left);
    if (length === undefined) return undefined;
    left = left.slice(length);
  }
  return rest.length - left.length;
}

interface Reader {
  readonly pattern: RegExp;
  /** False when the text means nothing. */
  readonly take: (text: string, fields: Fields) => boolean;
}

const TWO_DIGITS = /^\s*(\d{1,2})/;

function into(field: keyof WallTime, convert: (text: string) => number | undefined = Number): Reader["take"] {
  return (text, fields) => {
    const value = convert(text);
    if (value !== undefined) fields[field] = value;
    return value !== undefined;
  };
}

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["Y", { pattern: /^\s*([+-]?\d{1,4})/, take: into("year") }],
  // As POSIX has it: 69–99 are of the last century.
  ["y", { pattern: TWO_DIGITS, take: into("year", (text) => Number(text) + (Number(text) < 69 ? 2000 : 1900)) }],
  ["m", { pattern: TWO_DIGITS, take: into("month") }],
  ["d", { pattern: TWO_DIGITS, take: into("day") }],
  ["e", { pattern: TWO_DIGITS, take: into("day") }],
  ["H", { pattern: TWO_DIGITS, take: into("hour") }],
  ["k", { pattern: TWO_DIGITS, take: into("hour") }],
  ["I", { pattern: TWO_DIGITS, take: into("hour", hourOfTwelve) }],
  ["l", { pattern: TWO_DIGITS, take: into("hour", hourOfTwelve) }],
  ["M", { pattern: TWO_DIGITS, take: into("minute") }],
  ["S", { pattern: TWO_DIGITS, take: into("second") }],
  ["f", { pattern: /^\.?(\d{1,9})|^/, take: into("millisecond", milliseconds) }],
  ["B", { pattern: /^([A-Za-z]+)/, take: into("month", monthOf) }],
  ["b", { pattern: /^([A-Za-z]+)/, take: into("month", monthOf) }],
  ["h", { pattern: /^([A-Za-z]+)/, take: into("month", monthOf) }],
  ["A", { pattern: /^([A-Za-z]+)/, take: (text) => indexOfName(WEEKDAYS, text) >= 0 }],
  ["a", { pattern: /^([A-Za-z]+)/, take: (text) => indexOfName(WEEKDAYS, text) >= 0 }],
  ["p", { pattern: /^([AaPp][Mm])/, take: takeHalf }],
  ["P", { pattern: /^([AaPp][Mm])/, take: takeHalf }],
  ["z", { pattern: /^(Z|z|[+-]\d{2}:?\d{2})/, take: into("offsetMinutes", parseOffset) }],
  ["Z", { pattern: /^(\S+)/, take: into("offsetMinutes", (text) => NAMED_ZONES.get(text) ?? parseOffset(text)) }],
  ["s", { pattern: /^\s*([+-]?\d+)/, take: takeUnixSeconds }],
  ["n", { pattern: /^(\s*)/, take: () => true }],
  ["t", { pattern: /^(\s*)/, take: () => true }],
  ["%", { pattern: /^(%)/, take: () => true }],
]);

function takeUnixSeconds(text: string, fields: Fields): boolean {
  fields.unixSeconds = Number(text);
  return true;
}

function takeHalf(text: string, fields: Fields): boolean {
  fields.afternoon = text.toLowerCase() === "pm";
  return true;
}

function hourOfTwelve(text: string): number | undefined {
  const hour = Number(text);
  return hour >= 1 && hour <= 12 ? hour % 12 : undefined;
}

function monthOf(text: string): number | undefined {
  const index = indexOfName(MONTHS, text);
  return index < 0 ? undefined : index + 1;
}

function momentOf(fields: Fields): number | undefined {
  if (fields.unixSeconds !== undefined) return fields.unixSeconds * 1000;
  const { year, month, day } = fields;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  return unixMs({
    year,
    month,
    day,
    hour: (fields.hour ?? 0) + (fields.afternoon === true ? 12 : 0),
    minute: fields.minute ?? 0,
    second: fields.second ?? 0,
    millisecond: fields.millisecond ?? 0,
    offsetMinutes: fields.offsetMinutes ?? 0,
  });
}
