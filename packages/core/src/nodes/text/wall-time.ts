/** A moment as a wall shows it in some zone. */
export interface WallTime {
  readonly year: number;
  /** 1–12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly offsetMinutes: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export const MONTHS: readonly string[] =
  "January February March April May June July August September October November December".split(" ");
export const WEEKDAYS: readonly string[] = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

export function wallTime(unixMs: number, offsetMinutes: number): WallTime {
  const days = Math.floor((unixMs + offsetMinutes * MINUTE_MS) / DAY_MS);
  const inDay = unixMs + offsetMinutes * MINUTE_MS - days * DAY_MS;
  return {
    ...civilOfDays(days),
    hour: Math.floor(inDay / 3_600_000),
    minute: Math.floor(inDay / MINUTE_MS) % 60,
    second: Math.floor(inDay / 1000) % 60,
    millisecond: inDay % 1000,
    offsetMinutes,
  };
}

/** Undefined for a day or an hour that does not exist. */
export function unixMs(time: WallTime): number | undefined {
  const { year, month, day, hour, minute, second, millisecond, offsetMinutes } = time;
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  // 23:59:60, a leap second, counts as the second after it.
  if (hour > 23 || minute > 59 || second > 60) return undefined;
  const seconds = hour * 3600 + (minute - offsetMinutes) * 60 + second;
  return daysOfCivil(year, month, day) * DAY_MS + seconds * 1000 + millisecond;
}

export function dayOfYear({ year, month, day }: WallTime): number {
  return daysOfCivil(year, month, day) - daysOfCivil(year, 1, 1) + 1;
}

/** 0 is Sunday. */
export function weekday({ year, month, day }: WallTime): number {
  return (((daysOfCivil(year, month, day) + 4) % 7) + 7) % 7;
}

/** Year and number of the ISO 8601 week. */
export function isoWeek(time: WallTime): { readonly year: number; readonly week: number } {
  const days = daysOfCivil(time.year, time.month, time.day);
  const thursday = days - ((weekday(time) + 6) % 7) + 3;
  const { year } = civilOfDays(thursday);
  return { year, week: Math.floor((thursday - daysOfCivil(year, 1, 1)) / 7) + 1 };
}

function daysInMonth(year: number, month: number): number {
  const next = month === 12 ? daysOfCivil(year + 1, 1, 1) : daysOfCivil(year, month + 1, 1);
  return next - daysOfCivil(year, month, 1);
}

/** Days since 1970-01-01 in the proleptic Gregorian calendar. Years begin in March here, so that leap days come last. */
function daysOfCivil(year: number, month: number, day: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const era = Math.floor(marchYear / 400);
  const yearOfEra = marchYear - era * 400;
  const dayOfMarchYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfMarchYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function civilOfDays(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(days * DAY_MS);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
