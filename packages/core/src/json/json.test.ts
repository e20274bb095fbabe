import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../vocabulary/json.ts";
import { formatFloat } from "./format-float.ts";
import { jsonEquals, jsonEqualsByValue } from "./json-equals.ts";
import { parseJson, parseJsonWithSource } from "./parse-json.ts";
import { fromPlain } from "./plain-json.ts";
import { compactJson, prettyJson, printJson } from "./print-json.ts";
import { compareCodePoints, sortKeys } from "./sort-keys.ts";
import { stringContentOffsets } from "./string-content-offsets.ts";
import { utf8Length } from "./utf8-length.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`${parsed.error.message} at ${parsed.error.offset}`);
  return parsed.value;
};
const fault = (text: string) => {
  const parsed = parseJson(text);
  if (parsed.ok) throw new Error("was read");
  return parsed.error;
};

/** Any JSON of ours, both kinds of numbers and awkward keys included. */
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: "binary" }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("__proto__", "10", "9")), tie("value")), {
        maxLength: 4,
      })
      .map((entries) => new Map(entries)),
  ),
})).value;

describe("reading JSON", () => {
  it("[01 §7] keeps integers and floats apart", () => {
    expect(read("[3, 3.0, 2e2, -0, 9007199254740993]")).toEqual([3n, 3, 200, -0, 9007199254740993n]);
    expect(read("18446744073709551615")).toBe(18446744073709551615n);
    expect(read("18446744073709551616")).toBe(2 ** 64);
    expect(read("-9223372036854775808")).toBe(-(2n ** 63n));
    expect(read("-9223372036854775809")).toBe(-(2 ** 63));
  });

  it("[01 §3] keeps the last of repeated keys, and keys that mean something to JavaScript", () => {
    expect(read('{"a":1,"__proto__":2,"10":3,"9":4,"a":5}')).toEqual(
      new Map<string, Json>([
        ["a", 5n],
        ["__proto__", 2n],
        ["10", 3n],
        ["9", 4n],
      ]),
    );
  });

  it("[01 §3] refuses what is not strict JSON, with the place", () => {
    expect(fault("{city: 1")).toMatchObject({ offset: 1, line: 1, column: 2, message: expect.stringContaining("key") });
    expect(fault("[1,\n 2,]")).toMatchObject({ offset: 7, line: 2, column: 4 });
    expect(fault("1e999").message).toContain("too large");
    expect(fault('"\\ud800"').message).toContain("surrogate");
    expect(fault('"\\udc00"').message).toContain("surrogate");
    expect(fault('"\ud800"').offset).toBe(1);
    expect(fault("\ufeff{}").message).toContain("a byte order mark (U+FEFF)");
    expect(fault("[\u00a01]").message).toContain("the invisible character U+00A0");
    expect(fault("[\u00851]").message).toContain("the control character U+0085");
    for (const text of [
      "",
      " ",
      "NaN",
      "nul",
      "01",
      "1.",
      "-",
      "1e",
      "[1 2]",
      '{"a" 1}',
      '"a',
      '"\\x"',
      '"\\u12g4"',
      '"\n"',
      "1 2",
      "//c\n1",
      "'a'",
      '{"a":1,}',
      "[,]",
      '"\\',
    ]) {
      expect(parseJson(text).ok, text).toBe(false);
    }
  });

  it("[01 §3] refuses 128 levels and reads 127", () => {
    expect(parseJson("[".repeat(127) + "]".repeat(127)).ok).toBe(true);
    expect(fault("[".repeat(128) + "]".repeat(128)).message).toContain("deep");
    expect(parseJson('{"a":'.repeat(100_000)).ok).toBe(false);
  });

  it("agrees with the platform about what JSON is", () => {
    const alphabet = fc.constantFrom(...'{}[]",:\\u0019.-+eE ntrfalse\n""'.split(""), "\\u00e9", "true", "null", "1.5");
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 14 }), (parts) => {
        const text = parts.join("");
        let platform = true;
        try {
          JSON.parse(text);
        } catch {
          platform = false;
        }
        const ours = parseJson(text);
        // Ours refuses two things more: numbers beyond a double and lone surrogates.
        if (platform && !ours.ok) expect(ours.error.message).toMatch(/too large|surrogate/);
        else expect(ours.ok, text).toBe(platform);
      }),
      { numRuns: 5_000 },
    );
  });

  it("reads long strings as it reads short ones", () => {
    for (const length of [62, 63, 64, 65, 66, 200]) {
      for (const tail of ["", "\\n", "\\\\", '\\"x', "é😀", "\\ud83d\\ude00"]) {
        const text = `"${"z".repeat(length)}${tail}"`;
        expect(read(`[${text},1]`)).toEqual([JSON.parse(text), 1n]);
      }
      const plain = "z".repeat(length);
      expect(fault(`"${plain}\n"`)).toMatchObject({ offset: length + 1, message: expect.stringContaining("escaped") });
      expect(fault(`"${plain}`)).toMatchObject({
        offset: length + 1,
        message: expect.stringContaining("the text ends"),
      });
      expect(fault(`"${plain}\\q"`)).toMatchObject({ offset: length + 1, message: expect.stringContaining("escape") });
    }
  });

  it("tells where every value and key stands", () => {
    const text = '{ "a": [1, {"b\\n": "x"}], "c": true }';
    const parsed = parseJsonWithSource(text);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const inner = parsed.source.members?.get("a")?.members?.get(1)?.members?.get("b\n");
    expect(inner && text.slice(inner.range.start, inner.range.end)).toBe('"x"');
    expect(inner?.key && text.slice(inner.key.start, inner.key.end)).toBe('"b\\n"');
    const c = parsed.source.members?.get("c");
    expect(c && text.slice(c.range.start, c.range.end)).toBe("true");
  });

  it("follows a place through the escapes of a string", () => {
    const text = '["a\\"\\u00e9\\n!"]';
    const parsed = parseJsonWithSource(text);
    const node = parsed.ok ? parsed.source.members?.get(0) : undefined;
    if (node === undefined) throw new Error("no node");
    const offsets = stringContentOffsets(text, node);
    expect([...'a"é\n!'].map((_, index) => text.slice(offsets[index], offsets[index + 1]))).toEqual([
      "a",
      '\\"',
      "\\u00e9",
      "\\n",
      "!",
    ]);
  });
});

describe("printing JSON", () => {
  it("[01 §7] formats floats", () => {
    const texts: [number, string][] = [
      [3, "3.0"],
      [200, "200.0"],
      [0.00001, "0.00001"],
      [0.000001, "1e-6"],
      [1e15, "1000000000000000.0"],
      [1e16, "1e+16"],
      [9999999999999998, "9999999999999998.0"],
      [1.5e300, "1.5e+300"],
      [-0, "-0.0"],
      [0, "0.0"],
      [-1234.5, "-1234.5"],
      [5e-324, "5e-324"],
    ];
    for (const [value, text] of texts) expect(formatFloat(value)).toBe(text);
  });

  it("[01 §7] sorts keys by code point", () => {
    expect(sortKeys(["a", "9", "10", "Z", "\u{10000}", "\uffff", "é"])).toEqual([
      "10",
      "9",
      "Z",
      "a",
      "é",
      "\uffff",
      "\u{10000}",
    ]);
    expect(compareCodePoints("\uffff", "\u{10000}")).toBeLessThan(0);
  });

  it("[01 §7] escapes only what must be", () => {
    expect(compactJson('"\\/\b\f\n\r\t\u0001\u001f\u007fé\u2028')).toBe(
      '"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\u007fé\u2028"',
    );
  });

  it("[01 §7] reads back what it printed, both ways of printing", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(jsonEquals(read(compactJson(value)), value)).toBe(true);
        expect(jsonEquals(read(prettyJson(value)), value)).toBe(true);
        // Order counts for Maps here, as it does for what travels.
        expect(printJson(read(printJson(value)))).toBe(printJson(value));
        expect(compactJson(read(compactJson(value)))).toBe(compactJson(value));
      }),
    );
  });

  it("sorts bytes as UTF-8 does", () => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(Buffer.compare(bytes(a), bytes(b))));
        expect(utf8Length(a)).toBe(bytes(a).length);
      }),
    );
  });
});

describe("comparing JSON", () => {
  it("keeps the kinds of numbers apart, or not, as asked", () => {
    expect(jsonEquals(3n, 3)).toBe(false);
    expect(jsonEqualsByValue(3n, 3)).toBe(true);
    expect(jsonEqualsByValue(9007199254740993n, 9007199254740992)).toBe(false);
    expect(jsonEqualsByValue(fromPlain({ a: [1], b: null }), read('{"b":null,"a":[1.0]}'))).toBe(true);
    expect(jsonEquals(fromPlain({ a: null }), fromPlain({ b: null }))).toBe(false);
    expect(jsonEqualsByValue("1", 1n)).toBe(false);
  });
});
