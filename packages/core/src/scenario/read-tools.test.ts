import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "../json/json-equals.ts";
import { compactJson } from "../json/print-json.ts";
import type { Json } from "../vocabulary/json.ts";
import { readTools } from "./read-tools.ts";

const settings = (text: string): string => {
  const read = readTools(text);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return compactJson(read.value.settings);
};
const MAPPING = '{"tools":{"w":{"flow":"w.lua","input":{"city":"arguments.city"}}}}';

describe("the Tools document", () => {
  it.each([
    ['{"w":{"flow":"w.lua","input":{"city":"arguments.city"}}}'],
    ['{ w = { flow = "w.lua", input = { city = "arguments.city", }, }, }'],
    ["return { w = { flow = 'w.lua', input = { city = [[arguments.city]] } } }"],
    ['tools = { w = { flow = "w" .. ".lua"; input = { ["city"] = "arguments.city" } } } -- done'],
    ['local my_tools = { w = { flow = "w.lua", --[[ long\n comment ]] input = { city = "arguments.\\99ity" } } }'],
    ['tools = { w = { flow = "w.lua", input = { city = "arguments.city" } } },'],
    ['nodes.tool_dispatch({ tools = { w = { flow = "w.lua", input = { city = "arguments.city" } } } })'],
    [
      'flow:step("run", nodes.tool_dispatch{ tools = { w = { flow = "w.lua", input = { city = "arguments.city" } } } }):depends_on("ask")',
    ],
  ])("reads %s", (text) => {
    expect(settings(text)).toBe(MAPPING);
  });

  it("takes the other settings of a step along", () => {
    expect(settings('source_key = "a_calls",\noutput_key = "out",\ntools = {},')).toBe(
      '{"output_key":"out","source_key":"a_calls","tools":{}}',
    );
    expect(settings('{"source_key":"k","tools":{"f":{"flow":"f.lua"}}}')).toBe(
      '{"source_key":"k","tools":{"f":{"flow":"f.lua"}}}',
    );
    // A tool may be called `tools`.
    expect(settings('{ tools = { flow = "t.lua" } }')).toBe('{"tools":{"tools":{"flow":"t.lua"}}}');
  });

  it("keeps kinds of numbers, null, and what a table is", () => {
    expect(settings("{ a = { 1, 2.0, 0x10, 1e3, -7, json_null, true, nil } }")).toBe(
      '{"tools":{"a":[1,2.0,16,1000.0,-7,null,true]}}',
    );
    expect(settings("{ a = {}, b = json_array({}), c = json_object{} }")).toBe('{"tools":{"a":{},"b":[],"c":{}}}');
  });

  it("tells where each value stands", () => {
    const text = 'tools = {\n  w = { flow = "w.lua", input = { city = "arguments.city" } },\n}';
    const read = readTools(text);
    const path = ["tools", "w", "input", "city"];
    const node = read.ok
      ? path.reduce<typeof read.value.source | undefined>((at, key) => at?.members?.get(key), read.value.source)
      : undefined;
    expect(node && text.slice(node.range.start, node.range.end)).toBe('"arguments.city"');
    expect(node?.key && text.slice(node.key.start, node.key.end)).toBe("city");
  });

  it.each([
    ["tools = { a = os.getenv('X') }", 1, 15, "call"],
    ["tools = { a = city }", 1, 15, "variable"],
    ["tools = {\n  a = {\n", 3, 1, "end of the text"],
    ["tools = { a = function() end }", 1, 15, "function"],
    ["tools = { a = 'open\n}", 1, 20, "end of a string"],
    ["tools = { 1, b = 2 }", 1, 9, "either a list or has names"],
    ["tools = { [1] = 'a', [3] = 'c' }", 1, 28, "gaps"],
    ["tools = { a = 1 b = 2 }", 1, 17, "Expected `,`"],
    ["nodes.llm({})", 1, 7, "tool_dispatch"],
    ['{"a": {"flow": 1,}}', 1, 18, "key"],
  ])("refuses %s with its place", (text, line, column, message) => {
    const read = readTools(text);
    const problem = read.ok ? undefined : read.problems[0];
    expect(problem?.where).toEqual({ document: "tools", line, column });
    expect(problem?.message).toContain(message);
  });

  it("reads back any table that is printed as Lua", () => {
    const key = fc.oneof(
      fc.constantFrom("a", "flow", "end", "x y", "__proto__", "1"),
      fc.string({ unit: "grapheme", maxLength: 5 }),
    );
    const value = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.boolean(),
        fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n }),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: "grapheme" }),
        fc.array(tie("value"), { minLength: 1, maxLength: 3 }),
        fc.array(fc.tuple(key, tie("value")), { maxLength: 3 }).map((entries) => new Map(entries)),
      ),
    })).value;
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (entries) => {
        const table = new Map(entries);
        const read = readTools(`local t = ${asLua(table)}`);
        const mapping = read.ok ? read.value.settings.get("tools") : undefined;
        // A table that looks like a step's settings is one.
        fc.pre(read.ok && mapping !== undefined);
        expect(jsonEquals(mapping ?? null, table)).toBe(true);
      }),
    );
  });
});

/** Lua text of a value, in the plainest form. */
function asLua(value: Json): string {
  if (typeof value === "string") {
    const bytes = value.replace(/[\\"\n\r\0]/g, (character) => `\\u{${character.charCodeAt(0).toString(16)}}`);
    return `"${bytes}"`;
  }
  if (typeof value === "number") return Object.is(value, -0) ? "-0.0" : value.toExponential();
  if (Array.isArray(value)) return `{ ${(value as Json[]).map(asLua).join(", ")} }`;
  if (value instanceof Map)
    return `{ ${[...value].map(([key, member]) => `[${asLua(key)}] = ${asLua(member)}`).join("; ")} }`;
  return String(value);
}
