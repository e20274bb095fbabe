import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { compactJson } from "../json/print-json.ts";
import type { Json } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { object, type TestLua, testLua } from "./testing/test-lua.ts";

let test: TestLua;

beforeAll(async () => {
  test = await testLua();
});

function failure(body: string, context: Record<string, Json> = {}, limits?: Partial<Limits>): string {
  const outcome = test.handler(body, object(context), limits);
  if (outcome.ok) throw new Error("it succeeded");
  expect(outcome.cause).toBe("conversion");
  return outcome.error;
}

function echo(value: Json, limits?: Partial<Limits>): Json | undefined {
  const outcome = test.handler("return { v = ctx.v }", object({ v: value }), limits);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.output?.get("v");
}

function lua(expression: string): Json | undefined {
  const outcome = test.source(`return { v = ${expression} }`);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.output?.get("v");
}

const key = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom("__proto__", "constructor", "", "10", "a b", "é", "😀", "ｚ"),
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc.string({ unit: "binary", maxLength: 200 }).filter((candidate) => candidate.isWellFormed()),
);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    text,
    fc.array(tie("value"), { maxLength: 6 }),
    fc.array(fc.tuple(key, tie("value")), { maxLength: 20 }).map((entries) => new Map(entries) as Json),
  ),
}));

describe("JSON → Lua → JSON", () => {
  it("[04 §5] gives every value back, kinds of numbers and empty containers included", () => {
    fc.assert(
      fc.property(value, (original) => {
        const back = echo(original);
        expect(back).toEqual(original);
        expect(compactJson(back ?? null)).toBe(compactJson(original));
      }),
      { numRuns: 400 },
    );
  });

  it("[01 §7] integers beyond 64 bits arrive as floats; −0 keeps its sign", () => {
    expect(echo(2n ** 64n - 1n)).toBe(2 ** 64);
    expect(echo(2n ** 63n)).toBe(2 ** 63);
    expect(echo(9007199254740993n)).toBe(9007199254740993n);
    expect(Object.is(echo(-0), -0)).toBe(true);
  });

  it("[01 §7] fields come out sorted by code point", () => {
    const table = '{ ["10"] = 1, ["9"] = 2, a = 3, Z = 4, ["é"] = 5, ["ｚ"] = 6, ["😀"] = 7, _x = 8, [""] = 9 }';
    const many = Array.from({ length: 30 }, (_, i) => `k${(i * 7) % 30} = ${i}`).join(", ");
    const keys = (fields: string) => [...(lua(fields) as ReadonlyMap<string, Json>).keys()];
    expect(keys(table)).toEqual(["", "10", "9", "Z", "_x", "a", "é", "ｚ", "😀"]);
    expect(keys(`{ ${many}, ["😀"] = 1, ["ｚ"] = 2 }`)).toEqual([
      ...Array.from({ length: 30 }, (_, i) => `k${i}`).sort(),
      "ｚ",
      "😀",
    ]);
  });

  it("[04 §5] long strings survive, ASCII or not, NUL included", () => {
    for (const unit of ["x", "é", "😀a", "\0"]) {
      for (const length of [1, 39, 40, 41, 64, 65, 21_845, 21_846, 65_536, 300_000]) {
        const long = unit.repeat(Math.ceil(length / unit.length));
        expect(echo(long) === long).toBe(true);
      }
    }
  });
});

describe("Lua → JSON", () => {
  it("[04 §5] arrays are tables with integer keys or the mark, wherever Lua keeps their entries", () => {
    expect(lua("{ 1, 2, nil }")).toEqual([1n, 2n]);
    expect(lua("{ [1] = 'a', [2] = 'b' }")).toEqual(["a", "b"]);
    expect(lua("{ [3] = 'c', [1.0] = 'a', [2] = 'b' }")).toEqual(["a", "b", "c"]);
    expect(lua("(function() local t = {} for i = 300, 1, -1 do t[i] = i end return t end)()")).toHaveLength(300);
    expect(
      lua("(function() local t = {} for i = 1, 9 do t[i] = i end for i = 9, 4, -1 do t[i] = nil end return t end)()"),
    ).toEqual([1n, 2n, 3n]);
    expect(lua("{}")).toEqual(new Map());
    expect(lua("json_array({})")).toEqual([]);
    expect(lua("json_object(json_array({}))")).toEqual(new Map());
    expect(lua("json_array(json_object({}))")).toEqual([]);
    expect(lua("json_array({ json_null, nil })")).toEqual([null]);
  });

  it("[04 §5] arrays whose entries come and go are read as they are", () => {
    const operations = fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.boolean()), { maxLength: 80 });
    fc.assert(
      fc.property(operations, (steps) => {
        const body = steps.map(([i, isSet]) => `t[${i}] = ${isSet ? i : "nil"}`).join(" ");
        const held = new Set<number>();
        for (const [i, isSet] of steps) {
          if (isSet) held.add(i);
          else held.delete(i);
        }
        const sorted = [...held].sort((a, b) => a - b);
        const gap = sorted.findIndex((index, i) => index !== i + 1);
        const outcome = test.source(`local t = json_array({}) ${body} local n = #t return { v = t }`);
        if (gap < 0) expect(outcome).toEqual({ ok: true, output: object({ v: sorted.map(BigInt) }) });
        else {
          const text = `sparse Lua array at $.v: expected index ${gap + 1}, found ${sorted[gap]} at $.v[${sorted[gap]}]`;
          expect(outcome).toEqual({ ok: false, cause: "conversion", error: text });
        }
      }),
      { numRuns: 200 },
    );
  });

  it("[04 §5] ignores metatables other than the marks and reads raw", () => {
    const trap = "{ __index = function() error('read') end, __pairs = function() error('pairs') end, __len = error }";
    expect(lua(`setmetatable({ a = 1 }, ${trap})`)).toEqual(object({ a: 1n }));
  });

  it("[04 §5] shares tables but not cycles", () => {
    expect(lua("(function() local t = { 1 } return { t, t } end)()")).toEqual([[1n], [1n]]);
    expect(failure("local t = {} t.self = t return t")).toBe(
      "cyclic Lua table at $.self; the same table is already active at $",
    );
    expect(failure("local t = { a = { {} } } t.a[1].b = t.a return t")).toBe(
      "cyclic Lua table at $.a[1].b; the same table is already active at $.a",
    );
  });

  it.each([
    ["{ list = { [1] = 'a', [3] = 'c' } }", "sparse Lua array at $.list: expected index 2, found 3 at $.list[3]"],
    ["{ [2] = 1 }", "sparse Lua array at $: expected index 1, found 2 at $[2]"],
    [
      "{ t = { [1 << 60] = 1 } }",
      "sparse Lua array at $.t: expected index 1, found 1152921504606846976 at $.t[1152921504606846976]",
    ],
    ["json_array({ 1, nil, 3 })", "sparse Lua array at $: expected index 2, found 3 at $[3]"],
    [
      "{ bag = { 'a', k = 'b' } }",
      "mixed Lua table at $.bag contains both array entry $.bag[1] and object field $.bag.k",
    ],
    [
      "{ m = { [0] = 1 } }",
      "invalid Lua array index 0 at $.m; indices must be positive consecutive integers starting at 1",
    ],
    ["{ [-3] = 1 }", "invalid Lua array index -3 at $; indices must be positive consecutive integers starting at 1"],
    ["{ [1.5] = 1 }", "invalid Lua array index 1.5 at $; indices must be positive consecutive integers starting at 1"],
    ["{ [true] = 1 }", "unsupported Lua table key type boolean at $"],
    ["{ a = { [{}] = 1 } }", "unsupported Lua table key type table at $.a"],
    ["{ [print] = 1 }", "unsupported Lua table key type function at $"],
    ["{ [json_null] = 1 }", "unsupported Lua table key type userdata at $"],
    [
      "(function() local t = json_array({}) t.name = 'x' return { t = t } end)()",
      "table marked as a JSON array at $.t contains object field $.t.name",
    ],
    ["{ t = json_object({ 1 }) }", "table marked as a JSON object at $.t contains array entry $.t[1]"],
    ["{ v = { 1, 0 / 0 } }", "non-finite Lua number at $.v[2] is not valid JSON"],
    ["math.huge", "non-finite Lua number at $ is not valid JSON"],
    ["{ cb = function() end }", "unsupported Lua function value at $.cb; expected a JSON-compatible value"],
    ["print", "unsupported Lua function value at $; expected a JSON-compatible value"],
    ["{ s = '\\xff' }", "Lua string at $.s is not valid UTF-8"],
    ["{ s = '\\xed\\xa0\\x80' }", "Lua string at $.s is not valid UTF-8"],
    ["('\\xff'):rep(50)", "Lua string at $ is not valid UTF-8"],
    ["{ ['a b'] = { 0 / 0 } }", 'non-finite Lua number at $["a b"][1] is not valid JSON'],
    ["{ ['q\"\\n'] = 0 / 0 }", 'non-finite Lua number at $["q\\"\\n"] is not valid JSON'],
    ["{ _a1 = { ['1a'] = { ['é'] = 0 / 0 } } }", 'non-finite Lua number at $._a1["1a"]["é"] is not valid JSON'],
  ])("[04 §5] refuses %s", (expression, text) => {
    expect(failure(`return ${expression}`)).toBe(text);
  });
});

describe("ceilings", () => {
  const DEPTH = "(raise IRONFLOW_MAX_CONVERSION_DEPTH)";
  const NODES = "(raise IRONFLOW_MAX_CONVERSION_NODES)";

  it("[04 §5] depth counts from 0 at the root, scalars too", () => {
    const limits = { maxConversionDepth: 3 };
    expect(failure("return { a = { b = { c = { d = 1 } } } }", {}, limits)).toBe(
      `Lua-to-JSON maximum depth 3 exceeded at $.a.b.c.d ${DEPTH}`,
    );
    expect(test.handler("return { a = { b = { c = 1 } } }", object({}), limits).ok).toBe(true);
    const deep = object({ a: [object({ b: [1n] })] });
    expect(failure("", { v: deep }, limits)).toBe(`JSON-to-Lua maximum depth 3 exceeded at $.v.a[0].b ${DEPTH}`);
    expect(test.handler("", object({ v: [[1n]] }), limits).ok).toBe(true);
  });

  it("[04 §5] nodes count the root and every value", () => {
    const limits = { maxConversionNodes: 12 };
    const list = (length: number): Json[] => Array.from({ length }, (_, i) => BigInt(i));
    expect(failure("local t = {} for i = 1, 20 do t[i] = i end return { t = t }", {}, limits)).toBe(
      `Lua-to-JSON maximum node count 12 exceeded while reading table at $.t ${NODES}`,
    );
    expect(failure("local t = {} for i = 1, 20 do t['k' .. i] = i end return { t = t }", {}, limits)).toBe(
      `Lua-to-JSON maximum node count 12 exceeded while reading table at $.t ${NODES}`,
    );
    expect(failure("return { a = { 1, 2, 3, 4, 5, 6, 7, 8 }, b = { 1, 2, 3 } }", {}, limits)).toBe(
      `Lua-to-JSON maximum node count 12 exceeded at $.b[2] ${NODES}`,
    );
    expect(failure("", { v: list(11) }, limits)).toBe(`JSON-to-Lua maximum node count 12 exceeded at $.v[10] ${NODES}`);
    expect(test.handler("return ctx", object({ v: list(10) }), limits).ok).toBe(true);
  });

  it("[04 §5] also hold for json_parse and json_stringify", () => {
    const error = (body: string) => {
      const outcome = test.handler(body, object({}), { maxConversionNodes: 3 });
      return outcome.ok ? "" : outcome.error;
    };
    expect(error("json_parse('[1,2,3]')")).toContain(
      `json_parse failed: JSON-to-Lua maximum node count 3 exceeded at $[2]`,
    );
    expect(error("json_stringify({ a = { 1, 2 } })")).toContain("Lua-to-JSON maximum node count 3 exceeded at $.a[2]");
  });

  it("nest as deep as they are allowed to, in both directions", () => {
    let deep: Json = 1n;
    for (let i = 0; i < 900; i++) deep = i % 2 === 0 ? [deep] : object({ d: deep });
    expect(echo(deep, { maxConversionDepth: 1000 })).toEqual(deep);
    const endless = "local t = {} local at = t for i = 1, 100000 do at.n = {} at = at.n end return t";
    expect(failure(endless, {}, { maxConversionDepth: 50_000, maxConversionNodes: 1e6 })).toContain("maximum depth");
  });
});
