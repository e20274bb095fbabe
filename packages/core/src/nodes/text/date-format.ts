import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { formatDate } from "./format-date.ts";
import { parseAnyDate, parseOffset } from "./parse-any-date.ts";
import { parseDate } from "./parse-date.ts";
import { wallTime } from "./wall-time.ts";

/** A moment, read from a text or from the clock, in another format and zone (spec 07 §5). */
export const dateFormat = defineNode("date_format", ({ settings, host }) => {
  const text = settings.inputOrSourceText();
  const inputFormat = settings.optionalText("input_format");
  const outputKey = settings.text("output_key", "formatted_date");
  const ms = text.trim() === "now" ? host.clock.nowMs() : readMoment(text, inputFormat);
  const time = wallTime(ms, readZone(settings.text("timezone", "UTC")));
  return [
    [outputKey, formatDate(settings.text("output_format", "%Y-%m-%d %H:%M:%S"), time)],
    [`${outputKey}_unix`, BigInt(Math.floor(ms / 1000))],
  ];
});

function readMoment(text: string, format: string | undefined): number {
  const ms = format === undefined ? parseAnyDate(text) : parseDate(text, format);
  if (ms !== undefined) return ms;
  const expected =
    format === undefined ? "RFC 3339, RFC 2822, Y-m-d H:M:S, Y-m-dTH:M:S or Y-m-d" : `the format '${format}'`;
  throw new NodeFault(`date_format: '${text}' is not a date in ${expected}`);
}

function readZone(zone: string): number {
  const offset = parseOffset(zone.trim());
  if (offset === undefined) {
    throw new NodeFault(`date_format: unknown timezone '${zone}'; expected UTC, Z or an offset like +02:00`);
  }
  return offset;
}
