import { NodeFault } from "../node-fault.ts";
import { dayOfYear, isoWeek, MONTHS, unixMs, type WallTime, WEEKDAYS, weekday } from "./wall-time.ts";

/**
 * Text of a moment by `%` directives of strftime, with the common extensions: `%-d`, `%_d`, `%0d` change the padding,
 * `%.3f` and `%3f` give parts of a second, `%:z` an offset with a colon.
 */
export function formatDate(format: string, time: WallTime): string {
  return format.replaceAll(
    /%(?:([-_0]?)([A-Za-z%+])|(:{1,3}z)|(\.?[369]?f)|(#z)|(.?))/gs,
    (whole, padding, letter, zone, fraction) => {
      if (zone !== undefined) return formatOffset(time.offsetMinutes, zone);
      if (fraction !== undefined) return formatFraction(fraction, time);
      const text = letter === undefined ? undefined : directive(letter, padding, time);
      if (text === undefined) throw new NodeFault(`date_format: unknown directive '${whole}' in '${format}'`);
      return text;
    },
  );
}

/** Directives that stand for others. */
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
  ["+", "%Y-%m-%dT%H:%M:%S%.f%:z"],
]);

function directive(letter: string, padding: string, time: WallTime): string | undefined {
  const composed = COMPOSED.get(letter);
  if (composed !== undefined) return formatDate(composed, time);
  const number = NUMBERS.get(letter);
  if (number !== undefined) return pad(number.of(time), number.width, padding || number.padding || "0");
  return TEXTS.get(letter)?.(time);
}

function pad(value: number, width: number, padding: string): string {
  if (padding === "-") return String(value);
  const digits = String(Math.abs(value)).padStart(width, padding === "_" ? " " : "0");
  return value < 0 ? `-${digits}` : digits;
}

interface NumberDirective {
  readonly width: number;
  readonly of: (time: WallTime) => number;
  readonly padding?: string;
}

const NUMBERS: ReadonlyMap<string, NumberDirective> = new Map<string, NumberDirective>([
  ["Y", { width: 4, of: (time) => time.year }],
  ["C", { width: 2, of: (time) => Math.floor(time.year / 100) }],
  ["y", { width: 2, of: (time) => modulo(time.year, 100) }],
  ["m", { width: 2, of: (time) => time.month }],
  ["d", { width: 2, of: (time) => time.day }],
  ["e", { width: 2, of: (time) => time.day, padding: "_" }],
  ["j", { width: 3, of: dayOfYear }],
  ["H", { width: 2, of: (time) => time.hour }],
  ["k", { width: 2, of: (time) => time.hour, padding: "_" }],
  ["I", { width: 2, of: hourOfTwelve }],
  ["l", { width: 2, of: hourOfTwelve, padding: "_" }],
  ["M", { width: 2, of: (time) => time.minute }],
  ["S", { width: 2, of: (time) => time.second }],
  ["u", { width: 1, of: (time) => weekday(time) || 7 }],
  ["w", { width: 1, of: weekday }],
  ["U", { width: 2, of: (time) => Math.floor((dayOfYear(time) + 6 - weekday(time)) / 7) }],
  ["W", { width: 2, of: (time) => Math.floor((dayOfYear(time) + 6 - ((weekday(time) + 6) % 7)) / 7) }],
  ["G", { width: 4, of: (time) => isoWeek(time).year }],
  ["g", { width: 2, of: (time) => modulo(isoWeek(time).year, 100) }],
  ["V", { width: 2, of: (time) => isoWeek(time).week }],
]);

const TEXTS: ReadonlyMap<string, (time: WallTime) => string> = new Map<string, (time: WallTime) => string>([
  ["B", (time) => MONTHS[time.month - 1] ?? ""],
  ["b", (time) => (MONTHS[time.month - 1] ?? "").slice(0, 3)],
  ["h", (time) => (MONTHS[time.month - 1] ?? "").slice(0, 3)],
  ["A", (time) => WEEKDAYS[weekday(time)] ?? ""],
  ["a", (time) => (WEEKDAYS[weekday(time)] ?? "").slice(0, 3)],
  ["p", (time) => (time.hour < 12 ? "AM" : "PM")],
  ["P", (time) => (time.hour < 12 ? "am" : "pm")],
  ["z", (time) => formatOffset(time.offsetMinutes, "z")],
  ["Z", (time) => (time.offsetMinutes === 0 ? "UTC" : formatOffset(time.offsetMinutes, ":z"))],
  ["s", (time) => String(Math.floor((unixMs(time) ?? 0) / 1000))],
  ["f", (time) => `${String(time.millisecond).padStart(3, "0")}000000`],
  ["n", () => "\n"],
  ["t", () => "\t"],
  ["%", () => "%"],
]);

function hourOfTwelve(time: WallTime): number {
  return time.hour % 12 || 12;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** `z` +0130, `:z` +01:30, `::z` +01:30:00, `:::z` +01. */
function formatOffset(offsetMinutes: number, kind: string): string {
  const size = Math.abs(offsetMinutes);
  const sign = offsetMinutes < 0 ? "-" : "+";
  const hours = String(Math.floor(size / 60)).padStart(2, "0");
  const minutes = String(size % 60).padStart(2, "0");
  switch (kind) {
    case "z":
      return `${sign}${hours}${minutes}`;
    case ":z":
      return `${sign}${hours}:${minutes}`;
    case "::z":
      return `${sign}${hours}:${minutes}:00`;
    default:
      return `${sign}${hours}`;
  }
}

/** `.f` as many digits as there are, `.3f` three with the dot, `3f` three without, `f` all nine. */
function formatFraction(kind: string, time: WallTime): string {
  const digits = `${String(time.millisecond).padStart(3, "0")}000000`;
  const width = /[369]/.exec(kind)?.[0];
  if (width !== undefined) return (kind.startsWith(".") ? "." : "") + digits.slice(0, Number(width));
  if (kind === "f") return digits;
  return time.millisecond === 0 ? "" : `.${digits.slice(0, 3)}`;
}
