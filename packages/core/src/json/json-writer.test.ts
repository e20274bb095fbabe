import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../vocabulary/json.ts";
import { formatFloat } from "./format-float.ts";
import { compactJson, measuredJson, printJson } from "./print-json.ts";
import { compareCodePoints } from "./sort-keys.ts";

/** Spec 01 §7 in its plainest form: one small text after the other. */
function plainly(value: Json, sorted: boolean): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number") return formatFloat(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Json) => plainly(item, sorted)).join(",")}]`;
  const members = [...(value as ReadonlyMap<string, Json>)];
  if (sorted) members.sort(([a], [b]) => compareCodePoints(a, b));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${plainly(member, sorted)}`).join(",")}}`;
}

function expectPrinted(value: Json): void {
  const expected = plainly(value, true);
  const { text, bytes } = measuredJson(value);
  expect(text).toBe(expected);
  expect(bytes).toBe(new TextEncoder().encode(expected).length);
  expect(printJson(value)).toBe(plainly(value, false));
}

const numbers = fc.oneof(
  fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n),
  fc.bigInt(-1_000_000_001n, 1_000_000_001n),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  // Few decimals, the form that is written digit by digit.
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 }).chain((whole) => fc.constantFrom(whole / 10, whole / 1000, whole / 8)),
  fc.constantFrom<Json>(0, -0, 0.001, 0.01, 999_999.999, 1_000_000, 5, -5, 0n, 9n, 10n, 999_999_999n, 10n ** 9n),
);
const strings = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom("", '"', "\\", "\u0000", "é", "…", "😀", "\ud800", "\udc00x", "\u2028"),
);

describe("the printer of compact JSON", () => {
  it("[01 §7] prints what small texts put together would be, and counts its bytes", () => {
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: "medium" },
        fc.constantFrom<Json>(null, true, false),
        numbers,
        strings,
        fc.array(tie("value"), { maxLength: 5 }),
        fc.array(fc.tuple(strings, tie("value")), { maxLength: 5 }).map((members) => new Map(members)),
      ),
    }));
    fc.assert(fc.property(value, expectPrinted), { numRuns: 500 });
  });

  it("loses nothing where its buffer ends", () => {
    for (const unit of ["x", "é", "…", "😀", '"', "\u0001", "\ud800"]) {
      for (const length of [1, 1023, 1024, 1025, 5000]) {
        const text = unit.repeat(length);
        const members = Array.from({ length: 40 }, (_, index): [string, Json] => [
          `${index}${text}`,
          [text, index / 4],
        ]);
        expectPrinted(new Map(members));
      }
    }
    for (const length of [65_530, 65_536, 70_000]) expectPrinted(Array.from({ length }, () => 7n));
    let deep: Json = [];
    for (let level = 0; level < 1000; level++) deep = level % 2 === 0 ? [deep] : new Map([["k", deep]]);
    expectPrinted(Array.from({ length: 40 }, () => deep));
  });

  it("prints as before after a value that could not be printed", () => {
    let endless: Json[] = [];
    for (let level = 0; level < 200_000; level++) endless = [endless];
    expect(() => compactJson(endless)).toThrow(RangeError);
    expectPrinted(new Map([["a", 1n]]));
  });
});
