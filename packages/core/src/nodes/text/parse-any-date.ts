import { MONTHS, unixMs, WEEKDAYS } from "./wall-time.ts";

/** Milliseconds since the epoch of a text in RFC 3339, RFC 2822 or one of the plain forms; no offset means UTC. */
export function parseAnyDate(text: string): number | undefined {
  const trimmed = text.trim();
  return parseIso(trimmed) ?? parseRfc2822(trimmed);
}

function parseIso(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?\s*(Z|z|[+-]\d{2}:\d{2})?)?$/.exec(
    text,
  );
  if (match === null) return undefined;
  const [, year, month, day, hour = "0", minute = "0", second = "0", fraction, zone] = match;
  const offsetMinutes = zone === undefined ? 0 : parseOffset(zone);
  if (offsetMinutes === undefined) return undefined;
  return unixMs({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: milliseconds(fraction),
    offsetMinutes,
  });
}

export const NAMED_ZONES: ReadonlyMap<string, number> = new Map([
  ["GMT", 0],
  ["UT", 0],
  ["UTC", 0],
  ["Z", 0],
  ["EST", -300],
  ["EDT", -240],
  ["CST", -360],
  ["CDT", -300],
  ["MST", -420],
  ["MDT", -360],
  ["PST", -480],
  ["PDT", -420],
]);

function parseRfc2822(text: string): number | undefined {
  const match =
    /^(?:([A-Za-z]{3}),\s*)?(\d{1,2})\s+([A-Za-z]{3})\s+(\d{4})\s+(\d{2}):(\d{2})(?::(\d{2}))?\s+([+-]\d{4}|[A-Za-z]+)$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, day, date, monthName = "", year, hour, minute, second = "0", zone = ""] = match;
  const month = indexOfName(MONTHS, monthName) + 1;
  const offsetMinutes = NAMED_ZONES.get(zone.toUpperCase()) ?? parseOffset(zone);
  if (month === 0 || offsetMinutes === undefined) return undefined;
  if (day !== undefined && indexOfName(WEEKDAYS, day) < 0) return undefined;
  return unixMs({
    year: Number(year),
    month,
    day: Number(date),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: 0,
    offsetMinutes,
  });
}

/** Minutes east of UTC: `UTC`, `Z`, `±HH:MM`, `±HHMM`; undefined for anything else. */
export function parseOffset(text: string): number | undefined {
  if (/^(utc|z)$/i.test(text)) return 0;
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(text);
  if (match === null || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return match[1] === "-" ? -minutes : minutes;
}

/** A full name, or its first three letters, in any case. */
export function indexOfName(names: readonly string[], text: string): number {
  const word = text.toLowerCase();
  return names.findIndex((name) => name.toLowerCase() === word || name.slice(0, 3).toLowerCase() === word);
}

/** Of the digits behind a second's decimal point. */
export function milliseconds(fraction = ""): number {
  return Number(fraction.slice(0, 3).padEnd(3, "0"));
}
