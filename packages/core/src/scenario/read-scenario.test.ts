import { describe, expect, it } from "vitest";
import { compactJson } from "../json/print-json.ts";
import { readScenario } from "./read-scenario.ts";

const scenario = (document: unknown) => {
  const read = readScenario(JSON.stringify(document));
  if (!read.ok) throw new Error(read.problems.map((problem) => problem.message).join("; "));
  return read.value;
};
const problems = (text: string) => {
  const read = readScenario(text);
  return read.ok ? read.value.problems : read.problems;
};

describe("reading a scenario", () => {
  it("[11 §1] puts calls under the source key, text and values alike", () => {
    const calls = [{ id: "a", function: { name: "f", arguments: "{}" } }];
    const asValue = scenario({ calls, options: { source_key: "asked" }, context: { a: 1 } });
    const asText = scenario({ calls: JSON.stringify(calls), options: { source_key: "asked" }, context: '{"a":1}' });
    expect(compactJson(asText.context)).toBe(compactJson(asValue.context));
    expect(asValue.context.has("asked")).toBe(true);
    expect(asText.calls?.source?.members?.size).toBe(1);
  });

  it("[11 §1] takes empty texts as absent, and a value that is no array as it is", () => {
    const empty = scenario({ calls: " ", tools: "", context: "\n" });
    expect([...empty.context.keys()]).toEqual([]);
    expect(empty.config.has("tools")).toBe(false);
    expect(scenario({ calls: { id: "x" } }).context.get("calls")).toEqual(new Map([["id", "x"]]));
  });

  it("lets a whole pasted step decide its settings, and omit and config have the last word", () => {
    const tools =
      'nodes.tool_dispatch({ source_key = "asked", on_error = "ignore", tools = { f = { flow = "f.lua" } } })';
    const read = scenario({
      tools,
      calls: [],
      options: { on_error: "fail_fast", omit: ["output_key"], config: { max_calls: 3 } },
    });
    expect(compactJson(read.config)).toBe(
      '{"max_calls":3,"on_error":"ignore","source_key":"asked","tools":{"f":{"flow":"f.lua"}}}',
    );
    expect(read.context.has("asked")).toBe(true);
  });

  it("keeps numbers and unknown fields", () => {
    const text = '{"context":{"big":9007199254740993,"f":1.0},"mine":{"x":2.0}}';
    const read = readScenario(text);
    expect(read.ok && compactJson(read.value.document)).toBe(text);
  });

  it.each([
    ["[]", "object", 1, 1],
    ['{\n "kind": "dance"\n}', "`kind`", 2, 10],
    ['{"context": 5}', "`context` must be an object, found an integer", 1, 13],
    ['{"version": 2}', "version", 1, 13],
    ['{"flows": {"a.lua": 1}}', "`flows.a.lua` must be a string", 1, 21],
    ['{"options": {"limits": {"IRONFLOW_MAX_RUN_SECONDS": "soon"}}}', "whole number of seconds", 1, 53],
    ["{", "key", 1, 2],
  ])("refuses %s with its place", (text, message, line, column) => {
    const [problem] = problems(text);
    expect(problem?.message).toContain(message);
    expect(problem?.where).toMatchObject({ line, column });
  });

  it("names the document inside the scenario that a fault is in", () => {
    expect(problems('{"context": "{\\n x"}')[0]?.where).toEqual({ document: "context", line: 2, column: 2 });
    expect(problems('{"tools": "tools = { a = os.time() }"}')[0]?.where?.document).toBe("tools");
    expect(problems('{"calls": "[1,"}')[0]?.where?.document).toBe("calls");
  });

  it("[08 §1] warns of settings that do not exist and caps what the host caps", () => {
    const text =
      '{"options":{"limits":{"IRONFLOW_LUA_MAX_SECONDS":99,"IRONFLOW_TYPO":1,"IRONFLOW_LUA_MAX_INSTRUCTIONS":0}}}';
    const ceilings = new Map([
      ["IRONFLOW_LUA_MAX_SECONDS", 10],
      ["IRONFLOW_LUA_MAX_INSTRUCTIONS", 5_000_000],
    ]);
    const read = readScenario(text, { ceilings });
    if (!read.ok) throw new Error("unreadable");
    expect(read.value.limits).toMatchObject({ luaMaxSeconds: 10, luaMaxInstructions: 5_000_000 });
    expect(read.value.problems.map((problem) => problem.code).sort()).toEqual([
      "capped-limit",
      "capped-limit",
      "unknown-setting",
    ]);
  });
});
