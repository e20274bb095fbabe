import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, json, publish, value } from "../testing/run-node.ts";
import { formatDate } from "./format-date.ts";
import { parseAnyDate } from "./parse-any-date.ts";
import { parseDate } from "./parse-date.ts";
import { unixMs, wallTime } from "./wall-time.ts";

const format = (input: string, config: object = {}) => value("date_format", { input, ...config }, {}, "formatted_date");

describe("[07 §5] date_format", () => {
  it.each([
    ["2026-12-01T09:05:03Z", "2026-12-01 09:05:03"],
    ["2026-12-01T09:05:03.25+02:00", "2026-12-01 07:05:03"],
    ["2026-12-01 09:05:03", "2026-12-01 09:05:03"],
    ["2026-12-01T09:05:03", "2026-12-01 09:05:03"],
    ["2026-12-01", "2026-12-01 00:00:00"],
    ["Tue, 1 Dec 2026 09:05:03 +0200", "2026-12-01 07:05:03"],
    ["1 Dec 2026 09:05 GMT", "2026-12-01 09:05:00"],
    ["  2024-02-29  ", "2024-02-29 00:00:00"],
  ])("reads %s", async (input, expected) => expect(await format(input)).toBe(expected));

  it.each([
    "2026-13-01",
    "2025-02-29",
    "2026-12-01T24:00:00Z",
    "2026-12-01T09:05:03+25:00",
    "tomorrow",
    "",
    "1 Foo 2026 00:00 GMT",
  ])("refuses %j", async (input) =>
    expect(await failure("date_format", { input })).toMatch(/^date_format: '.*' is not a date in /),
  );

  it("publishes text and unix seconds, from the clock, a placeholder or a key", async () => {
    expect(await publish("date_format", { input: "now", output_key: "d" }, {}, { nowMs: 86_400_999 })).toEqual(
      json({ d: "1970-01-02 00:00:00", d_unix: 86_400 }),
    );
    expect(
      await value("date_format", { input: "${ctx.d}" }, { d: "1969-12-31T23:59:59.5Z" }, "formatted_date_unix"),
    ).toBe(-1n);
    expect(await value("date_format", { source_key: "d" }, { d: "2026-12-01" }, "formatted_date")).toBe(
      "2026-12-01 00:00:00",
    );
    expect(await failure("date_format", { source_key: "d" }, { d: 1 })).toBe("Value at 'd' is not a string");
    expect(await failure("date_format", {})).toBe("date_format requires 'input' or 'source_key'");
  });

  it("shows the moment in another zone", async () => {
    const config = { output_format: "%Y-%m-%dT%H:%M:%S%:z", timezone: "+05:30" };
    expect(await format("2026-12-31T20:00:00Z", config)).toBe("2027-01-01T01:30:00+05:30");
    expect(await format("2026-12-31T20:00:00Z", { ...config, timezone: "-00:30" })).toBe("2026-12-31T19:30:00-00:30");
    for (const timezone of ["UTC", "Z", "utc", "+00:00"]) {
      expect(await format("2026-01-01", { output_format: "%z", timezone })).toBe("+0000");
    }
    expect(await failure("date_format", { input: "now", timezone: "Europe/Berlin" })).toContain(
      "unknown timezone 'Europe/Berlin'",
    );
  });

  it("reads by an input format", async () => {
    expect(await format("01.12.26 um 9:05 PM", { input_format: "%d.%m.%y um %I:%M %p" })).toBe("2026-12-01 21:05:00");
    expect(await format("December 1, 2026", { input_format: "%B %d, %Y" })).toBe("2026-12-01 00:00:00");
    expect(await format("2026-12-01 09:00 +0200", { input_format: "%F %R %z" })).toBe("2026-12-01 07:00:00");
    expect(await format("1764579903", { input_format: "%s" })).toBe("2025-12-01 09:05:03");
    expect(await failure("date_format", { input: "x", input_format: "%Y" })).toContain(
      "is not a date in the format '%Y'",
    );
    expect(await failure("date_format", { input: "1", input_format: "%Q" })).toContain("unknown directive '%Q'");
  });

  it("knows the directives of strftime", async () => {
    const output_format =
      "%y %C %b %h %B %a %A %e %-d %j %I %l %k %p %P %u %w %U %W %G %V %D %T %R %s %f %3f %.3f %.f %z %::z %Z %%%n%t%+";
    expect(await format("2026-03-01T14:05:06.07Z", { output_format })).toBe(
      "26 20 Mar Mar March Sun Sunday  1 1 060 02  2 14 PM pm 7 0 09 08 2026 09 03/01/26 14:05:06 14:05 1772373906 " +
        "070000000 070 .070 .070 +0000 +00:00:00 UTC %\n\t2026-03-01T14:05:06.070+00:00",
    );
    expect(await failure("date_format", { input: "now", output_format: "%Q" })).toContain("unknown directive '%Q'");
    expect(await failure("date_format", { input: "now", output_format: "100%" })).toContain("unknown directive '%'");
  });
});

describe("dates, there and back", () => {
  const moment = fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 });
  const offset = fc.integer({ min: -23 * 60, max: 23 * 60 });

  it("agree with the host's calendar", () => {
    fc.assert(
      fc.property(moment, (ms) => {
        expect(formatDate("%Y-%m-%dT%H:%M:%S%.3fZ", wallTime(ms, 0))).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it("read what they print", () => {
    fc.assert(
      fc.property(moment, offset, (ms, minutes) => {
        const time = wallTime(ms, minutes);
        expect(unixMs(time)).toBe(ms);
        if (time.year < 1 || time.year > 9999) return;
        expect(parseAnyDate(formatDate("%Y-%m-%dT%H:%M:%S%.3f%:z", time))).toBe(ms);
        expect(parseDate(formatDate("%A %d %B %Y %I:%M:%S%.3f %p %z", time), "%A %d %B %Y %I:%M:%S%.f %p %z")).toBe(ms);
      }),
    );
  });
});
