import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { LuaAnalysis } from "../../ports/lua-analysis.ts";
import { createLuaAnalysis } from "./create-lua-analysis.ts";

let analysis: LuaAnalysis;
beforeAll(async () => {
  analysis = await createLuaAnalysis();
});

/** Names in the order of the text. */
const names = (text: string) => analysis.sourceText(text).map((read) => read.name);
const places = (text: string) => analysis.sourceText(text).map(({ name, line, column }) => `${name}@${line}:${column}`);

describe("[09 §2] reads of undefined globals", () => {
  it("every read warns, a repeated one too", () => {
    expect(places("return a + b .. a\n  , #c, -d, not e")).toEqual([
      "a@1:8",
      "b@1:12",
      "a@1:17",
      "c@2:6",
      "d@2:10",
      "e@2:17",
    ]);
  });

  it("what the environment has does not; Flow and nodes do", () => {
    expect(
      names(
        "return _G, _VERSION, assert, error, getmetatable, ipairs, math, next, pairs, pcall, print, rawequal, rawget, " +
          "rawlen, rawset, select, setmetatable, string, table, tonumber, tostring, type, utf8, xpcall, ctx, env, " +
          "json_parse, json_stringify, json_array, json_object, json_null, base64_encode, base64_decode, log, uuid4, " +
          "now_rfc3339, now_unix_ms",
      ),
    ).toEqual([]);
    expect(names("return Flow, nodes, os, io, require, load, coroutine, debug, collectgarbage")).toEqual([
      "Flow",
      "nodes",
      "os",
      "io",
      "require",
      "load",
      "coroutine",
      "debug",
      "collectgarbage",
    ]);
  });

  it("a local is not visible in its own initialiser, nor before, nor after its block", () => {
    expect(names("local x = x")).toEqual(["x"]);
    expect(names("local x <const>, y <close> = 1, nil return x, y")).toEqual([]);
    expect(names("print(x) local x = 1")).toEqual(["x"]);
    expect(names("do local x = 1 end return x")).toEqual(["x"]);
    expect(names("if ctx then local x = 1 else print(x) end while x do local x end")).toEqual(["x", "x"]);
  });

  it("a global is visible once it was assigned", () => {
    expect(names("g = 1 return g")).toEqual([]);
    expect(names("print(g) g = 1")).toEqual(["g"]);
    expect(names("g = g")).toEqual(["g"]);
    expect(names("a, b = b, 1 return a, b")).toEqual(["b"]);
    expect(names("function f() return f() end return f()")).toEqual([]);
    expect(names("t.a = 1")).toEqual(["t"]);
    expect(names("t[k] = v")).toEqual(["t", "k", "v"]);
    expect(names("do local l; l = 1 end return l")).toEqual(["l"]);
  });

  it("parameters, loop variables and repeat bodies have their scopes", () => {
    expect(names("local f = function(a, ...) return a, ... end return a")).toEqual(["a"]);
    expect(names("for i = i, n, s do print(i) end return i")).toEqual(["i", "n", "s", "i"]);
    expect(names("for k, v in pairs(k) do print(k, v) end return v")).toEqual(["k", "v"]);
    expect(names("repeat local u = 1 until u > m return u")).toEqual(["m", "u"]);
    expect(names("local function rec(n) return rec(n) end local f = function() return f end")).toEqual(["f"]);
    expect(names("local t = {} function t.a.b(x) return x, self end function t:m() return self end")).toEqual(["self"]);
    expect(names("function t.f() end")).toEqual(["t"]);
  });

  it("field names, methods and labels are no reads; values and computed keys are", () => {
    expect(
      names("local t = { name = 1, [key] = value, 'x'; item } return t.field, t:method(arg), t[index].more"),
    ).toEqual(["key", "value", "item", "arg", "index"]);
    expect(names("::again:: do goto again end")).toEqual([]);
    expect(names("return obj.a.b, call().c, ('s'):rep(n), fn'str', fn{x}")).toEqual([
      "obj",
      "call",
      "n",
      "fn",
      "fn",
      "x",
    ]);
    expect(names("-- comment\nreturn [[text]] .. [==[more]==] --[[ block ]]")).toEqual([]);
  });

  it("places count lines as Lua does and columns in characters", () => {
    expect(places("local s = 'äö😀' .. x")).toEqual(["x@1:20"]);
    expect(places("a()\r\nb()\rc()\n\rd()")).toEqual(["a@1:1", "b@2:1", "c@3:1", "d@4:1"]);
  });

  it("a text may be an expression", () => {
    expect(places("wrong_name")).toEqual(["wrong_name@1:1"]);
    expect(places("1 + \n  other")).toEqual(["other@2:3"]);
    expect(places("function(a) return a + b end")).toEqual(["b@1:24"]);
  });

  it("no nesting is too deep", () => {
    expect(names(`return ${"1+".repeat(20_000)}deep`)).toEqual(["deep"]);
    expect(names(`return ${"(".repeat(150)}deep${")".repeat(150)}`)).toEqual(["deep"]);
    expect(names(`${"do ".repeat(150)}print(deep) ${"end ".repeat(150)}`)).toEqual(["deep"]);
  });
});

describe("[09 §2] registered functions", () => {
  const handlers = (source: string, ...list: (readonly [string, number, number])[]) => {
    const found = analysis.handlers(
      source,
      list.map(([step, firstLine, lastLine]) => ({ step, firstLine, lastLine })),
    );
    return found.ok ? found.reads.map(({ name, line, column }) => `${name}@${line}:${column}`) : found.error;
  };

  it("are looked at, the rest of the file is not", () => {
    const source = "local x = outside\nflow:step('a', function(ctx)\n  return { v = inside }\nend)\nreturn elsewhere";
    expect(handlers(source, ["a", 2, 4])).toEqual(["inside@3:16"]);
    expect(handlers(source)).toEqual([]);
  });

  it("are reported once when they were registered twice, sorted by place", () => {
    const source = "local function h(ctx)\n  return one\nend\nlocal function g()\n  return two, 1\nend";
    expect(handlers(source, ["b", 4, 6], ["a", 1, 3], ["c", 1, 3])).toEqual(["one@2:10", "two@5:10"]);
  });

  it("that share their lines with other functions are found by their step", () => {
    const source = "flow:step('a', function() return x end) flow:step('b', function() return y end)";
    expect(handlers(source, ["a", 1, 1])).toEqual(["x@1:34"]);
    expect(handlers(source, ["b", 1, 1])).toEqual(["y@1:74"]);
    const nested = "flow:step('a', function() return map(function(v) return v + x end) end)";
    expect(handlers(nested, ["a", 1, 1])).toEqual(["map@1:34", "x@1:61"]);
    const config = "flow:step_if('c', 'a', nodes.code({ source = function() return x end })) local f = function() end";
    expect(handlers(config, ["a", 1, 1])).toEqual(["x@1:64"]);
  });

  it("that cannot be told apart are said so", () => {
    const source = "local f, g = function() return x end, function() return y end flow:step('a', f)";
    expect(handlers(source, ["a", 1, 1])).toContain("Ambiguous serialized Lua handler at lines 1-1");
  });
});

describe("[09 §2] any text at all", () => {
  const piece = fc.constantFrom(
    "local ",
    "function ",
    "function(",
    "end ",
    "x",
    "y ",
    "=",
    ",",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    "'",
    '"',
    "\\",
    "\n",
    "\r",
    "for ",
    "in ",
    "do ",
    "while ",
    "repeat ",
    "until ",
    "if ",
    "then ",
    "else ",
    "elseif ",
    "return ",
    "goto ",
    "::",
    "...",
    "..",
    ".",
    ":",
    "<const>",
    "<close>",
    "--",
    "--[[",
    "1",
    "0x",
    "1e",
    "//",
    "~",
    "#",
    "nil ",
    "break ",
    ";",
    "ä",
    "😀",
    "\u0000",
    "\ud800",
  );

  it("never makes it fail", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        for (const { line, column, name } of analysis.sourceText(text)) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
          expect(text).toContain(name);
        }
        analysis.handlers(text, [{ step: "a", firstLine: 1, lastLine: 1 }]);
      }),
      { numRuns: 1000 },
    );
  });
});
