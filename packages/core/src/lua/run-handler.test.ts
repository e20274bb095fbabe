import { beforeAll, describe, expect, it } from "vitest";
import type { HandlerCode } from "../vocabulary/flow.ts";
import type { Json } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { object, type TestLua, testLua } from "./testing/test-lua.ts";

let test: TestLua;

beforeAll(async () => {
  test = await testLua();
});

function output(body: string, context = object({})): Record<string, Json> | null {
  const outcome = test.handler(body, context);
  if (!outcome.ok) throw new Error(outcome.error);
  return outcome.output && Object.fromEntries(outcome.output);
}

function error(body: string, limits?: Partial<Limits>): string {
  const outcome = test.handler(body, object({}), limits);
  if (outcome.ok) throw new Error("it succeeded");
  return outcome.error;
}

describe("return values", () => {
  it("[04 §4] publish an object's fields, an array and scalars under result, nothing for nil", () => {
    expect(output("return { x = 1, y = json_null }")).toEqual({ x: 1n, y: null });
    expect(output("return { 'p', 'q' }")).toEqual({ result: ["p", "q"] });
    expect(output("return 5, 6")).toEqual({ result: 5n });
    expect(output("return false")).toEqual({ result: false });
    expect(output("return 'text'")).toEqual({ result: "text" });
    expect(output("return json_null")).toEqual({ result: null });
    expect(output("return 2.0")).toEqual({ result: 2 });
    expect(output("return nil, 5")).toBeNull();
    expect(output("")).toBeNull();
    expect(output("return {}")).toBeNull();
    expect(output("return setmetatable({}, { __index = { a = 1 } })")).toBeNull();
    expect(output("return json_object({})")).toEqual({});
    expect(output("return json_array({})")).toEqual({ result: [] });
  });
});

describe("source text", () => {
  it("[04 §1] is an expression, else a chunk", () => {
    expect(test.source("1 + 2")).toEqual({ ok: true, output: object({ result: 3n }) });
    expect(test.source("ctx.n -- five", object({ n: 5n }))).toEqual({ ok: true, output: object({ result: 5n }) });
    expect(test.source("local x = ctx.n\nreturn { x = x }", object({ n: 5n }))).toEqual({
      ok: true,
      output: object({ x: 5n }),
    });
    expect(test.source("x = 1")).toEqual({ ok: true, output: null });
  });

  it("[04 §1] has its own lines, with the step's name", () => {
    expect(test.source("local x = 1\nerror('no')")).toEqual({
      ok: false,
      error: "Code execution failed: s:2: no",
      cause: "error",
    });
    expect(test.source("local = 5")).toMatchObject({ error: "Code execution failed: s:1: <name> expected near '='" });
  });

  it("[09 §1] is checked without being run", () => {
    expect(test.lua.check("1 + 1")).toBeNull();
    expect(test.lua.check("while true do end")).toBeNull();
    expect(test.lua.check("x ==")).toContain("1: syntax error near '=='");
  });
});

describe("errors", () => {
  it("[04 §1] have file and line, and say so to the editor", () => {
    expect(test.handler("\n  local t = nil\n  return t.x")).toEqual({
      ok: false,
      error: "Function execution failed: main.lua:3: attempt to index a nil value (local 't')",
      cause: "error",
      where: { file: "main.lua", line: 3 },
    });
  });

  it("[04 §1] keep their lines when the handler is cached", () => {
    const failing = () => test.handler("\n\n error('no')");
    expect([failing(), failing(), failing()]).toEqual(Array(3).fill(failing()));
  });

  it.each([
    ["error({ code = 7, list = { 1 } })", '{"code":7,"list":[1]}'],
    ["error(setmetatable({}, { __tostring = function() return 'shown' end }))", "shown"],
    ["error(setmetatable({ a = 1 }, { __tostring = function() error('x') end }))", '{"a":1}'],
    ["error(setmetatable({ f = print }, { __tostring = function() return {} end }))", "table"],
    ["error({ print })", "table"],
    ["error(7)", "7"],
    ["error(7.0)", "7.0"],
    ["error(1e100)", "1e+100"],
    ["error()", "nil"],
    ["error(true)", "true"],
    ["error(false)", "false"],
    ["error(print)", "function"],
    ["error(json_null)", "userdata"],
    ["error('plain', 0)", "plain"],
    ["error('\\xff', 0)", "\ufffd"],
    ["error('a\\0b', 0)", "a\0b"],
  ])("[04 §1] of any value have a text: %s", (body, text) => {
    expect(error(body)).toBe(`Function execution failed: ${text}`);
  });

  it("[04 §1] are never empty and never endless", () => {
    expect(error("error('', 0)")).toBe("Function execution failed: (an error with an empty message)");
    expect(error("error(('x'):rep(1e6), 0)").length).toBeLessThan(70_000);
  });

  it("[04 §1] reach pcall as the values they are", () => {
    expect(output("local ok, e = pcall(error, { code = 7 }) return { ok = ok, code = e.code }")).toEqual({
      ok: false,
      code: 7n,
    });
  });
});

describe("what a handler finds", () => {
  it("[04 §2] base, table, string, utf8, math and the product's own, nothing else", () => {
    const names = output("local n = {} for k in pairs(_G) do n[#n + 1] = k end table.sort(n) return n")?.result;
    expect(names).toEqual(
      `_G _VERSION assert base64_decode base64_encode ctx env error getmetatable ipairs json_array json_null json_object
       json_parse json_stringify log math next now_rfc3339 now_unix_ms pairs pcall print rawequal rawget rawlen rawset
       select setmetatable string table tonumber tostring type utf8 uuid4 xpcall`.split(/\s+/),
    );
    expect(output("return { same = ctx == _G.ctx, dump = string.dump == nil }")).toEqual({ same: true, dump: true });
  });

  it("[04 §2] env, with its allow-list", () => {
    expect(output("return { a = env('KEY'), b = env('NONE') == nil }")).toEqual({ a: "value", b: true });
    const allowed = (list: string[]) =>
      test.handler("return { a = env('KEY') or 'none' }", object({}), { envAllowlist: list });
    expect(allowed(["KEY"])).toMatchObject({ output: object({ a: "value" }) });
    expect(allowed(["OTHER"])).toMatchObject({ output: object({ a: "none" }) });
    expect(allowed([])).toMatchObject({ output: object({ a: "none" }) });
  });

  it("[04 §2] log and print write to the run's log", () => {
    test.log.length = 0;
    output(`log("WARN", "a", nil, json_null, { x = 1 }, 2.5) log("plain") log("debug") log(5, true)
      log("error", { print }) print("a", nil, json_null, 1)`);
    expect(test.log.map(({ level, text }) => `${level}: ${text.replace(/0x\w+/, "0x…")}`)).toEqual([
      'warn: a nil null {"x":1} 2.5',
      "info: plain",
      "debug: ",
      "info: 5 true",
      "error: table: 0x…",
      "info: a\tnil\tnull\t1",
    ]);
    expect(error("log()")).toContain("log requires at least one argument");
  });

  it("[04 §2] json_parse and json_stringify", () => {
    expect(
      output(`return { v = json_parse('[1,2.0,null,{"a":[],"b":{}}]'), s = json_stringify({ b = 1, a = {} }) }`),
    ).toEqual({ v: [1n, 2, null, object({ a: [], b: object({}) })], s: '{"a":{},"b":1}' });
    expect(error("json_parse('[1,')")).toMatch(/main.lua:1: json_parse failed: .* at line 1 column/);
    expect(error("json_parse('\"\\xff\"')")).toContain("json_parse failed: ");
    expect(error("json_stringify({ 0 / 0 })")).toContain("main.lua:1: non-finite Lua number at $[1] is not valid JSON");
    expect(error("json_parse()")).toContain("bad argument #1 to 'json_parse' (string expected, got no value)");
    expect(output("return { ok = pcall(json_parse, '[') }")).toEqual({ ok: false });
  });

  it("[04 §2] base64 of any bytes", () => {
    expect(
      output(`return { e = base64_encode("hi?>"), z = base64_encode("\\0\\xff"), d = base64_decode("aGk/Pg==") }`),
    ).toEqual({
      e: "aGk/Pg==",
      z: "AP8=",
      d: "hi?>",
    });
    for (const text of ["abc", "a*==", "====", "ab=c"]) {
      expect(error(`base64_decode("${text}")`)).toContain("base64_decode failed: ");
    }
    expect(
      output(`return { same = base64_decode(base64_encode(("\\xfe\\0é"):rep(30000))) == ("\\xfe\\0é"):rep(30000) }`),
    ).toEqual({ same: true });
  });

  it("[04 §2] ids, time and the null sentinel", () => {
    const seen = output(`return { id = uuid4(), ms = now_unix_ms(), at = now_rfc3339(), t = type(json_null),
      truthy = json_null and true, same = json_null == json_parse("null"), shown = tostring(json_null) }`);
    expect(seen).toMatchObject({ t: "userdata", truthy: true, same: true, shown: "null" });
    expect(seen?.id).toMatch(/^00000000-0000-4000-8000-0+\d+$/);
    expect(seen?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/);
    expect(typeof seen?.ms).toBe("bigint");
  });

  it("shows no address, and keeps objects apart", () => {
    const seen =
      output(`local a, b = {}, {} return { a = tostring(a), b = tostring(b), again = tostring(a), p = ("%p"):format(a),
      f = ("%10s|%s|%5d"):format(print, a, 3), n = ("%p|%-8p|"):format(1, nil) }`);
    expect(seen?.a).toMatch(/^table: 0x[0-9a-f]{14}$/);
    expect(seen?.again).toBe(seen?.a);
    expect(seen?.b).not.toBe(seen?.a);
    expect(seen?.a).toBe(`table: ${String(seen?.p)}`);
    expect(seen?.f).toBe(`${String(seen?.f).split("|")[0]}|${String(seen?.a)}|    3`);
    expect(seen?.n).toBe("(null)|(null)  |");
  });

  it("gives every call other random numbers", () => {
    const draw = () => output("return math.random(1 << 40)")?.result;
    expect(new Set([draw(), draw(), draw(), draw()]).size).toBe(4);
    const seeded = () => output("math.randomseed(5) return math.random(1 << 40)")?.result;
    expect(seeded()).toBe(seeded());
  });
});

describe("isolation", () => {
  it("[04 §1] nothing survives from one call to the next", () => {
    const code = `local found = { leak = leak, up = ("x"):upper(), n = ctx.n }
      leak = 1 string.upper = nil ctx.n = 9 math = nil _G.pairs = nil rawset(string, "x", 1) return found`;
    for (let i = 0; i < 4; i++) expect(output(code, object({ n: 1n }))).toEqual({ up: "X", n: 1n });
  });

  it("[04 §2] the context is a private copy", () => {
    const context = object({ list: [1n, 2n], o: object({ a: 1n }) });
    output("ctx.list[1] = 9 ctx.o.a = 9 ctx.new = 1", context);
    expect(context).toEqual(object({ list: [1n, 2n], o: object({ a: 1n }) }));
  });
});

describe("foreach", () => {
  const transform = (body: string): HandlerCode => {
    const loaded = test.load(
      `local f = Flow.new("x") f:step("s", nodes.foreach({ transform = function(item, index) ${body}\nend })) return f`,
    );
    const code = loaded.ok ? loaded.flow.steps[0]?.handler : undefined;
    if (code === undefined) throw new Error(loaded.ok ? "no handler" : loaded.error);
    return code;
  };
  const foreach = (body: string, items: Json[], limits?: Partial<Limits>) =>
    test.lua.foreach({ ...test.grant(limits), transform: transform(body), context: object({ k: 10n }), items });

  it("[07 §5] calls with the item and its index from one, ctx being a global", () => {
    expect(foreach("return { v = item, i = index, k = ctx.k }", [5n, "x"])).toEqual({
      ok: true,
      results: [object({ i: 1n, k: 10n, v: 5n }), object({ i: 2n, k: 10n, v: "x" })],
    });
    expect(
      foreach("if index == 1 then return nil end if index == 2 then return json_null end return false", [1n, 2n, 3n]),
    ).toEqual({ ok: true, results: [undefined, null, false] });
    expect(foreach("return item", [])).toEqual({ ok: true, results: [] });
  });

  it("[07 §5] names the item that failed", () => {
    expect(foreach("if index == 2 then error('no') end return item", [1n, 2n])).toMatchObject({
      ok: false,
      error: "foreach transform failed on item 1 (index 2): main.lua:1: no",
      where: { file: "main.lua", line: 1 },
    });
    const outcome = foreach("return { list = { [1] = 1, [3] = 3 } }", [1n]);
    expect(outcome.ok || outcome.error).toContain("sparse Lua array at $foreach[0].list: expected index 2, found 3");
  });

  it("[04 §6] has one budget for all items", () => {
    const items = Array.from({ length: 50 }, (_, i) => BigInt(i));
    expect(foreach("for i = 1, 1000 do end return item", items, { luaMaxInstructions: 100_000 })).toMatchObject({
      ok: true,
    });
    expect(foreach("for i = 1, 1000 do end return item", items, { luaMaxInstructions: 30_000 })).toMatchObject({
      ok: false,
      cause: "instruction-budget",
    });
  });
});
