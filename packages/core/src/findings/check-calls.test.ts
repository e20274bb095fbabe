import { describe, expect, it } from "vitest";
import { importCalls } from "../import/import-calls.ts";
import { fromPlain } from "../json/plain-json.ts";
import { normaliseCalls } from "../normalise/normalise-calls.ts";
import { isJsonArray } from "../vocabulary/json.ts";
import type { Problem } from "../vocabulary/problem.ts";
import { checkCalls } from "./check-calls.ts";
import { checkDefinition, missingArguments } from "./check-definitions.ts";
import { readToolDefinitions } from "./tool-definitions.ts";

function check(text: string, tools?: readonly string[], definitions?: unknown): readonly Problem[] {
  const read = importCalls(text);
  if (!read.ok || !isJsonArray(read.value.value)) throw new Error("not imported");
  return checkCalls({
    calls: normaliseCalls(read.value.value),
    written: { text, source: read.value.source },
    ...(tools === undefined ? {} : { tools }),
    ...(definitions === undefined ? {} : { definitions: readToolDefinitions(fromPlain(definitions)).definitions }),
  });
}

const chat = (args: string, name = "f", id = "a") => JSON.stringify([{ id, function: { name, arguments: args } }]);
const at = (text: string, { range }: Problem) => text.slice(range?.start, range?.end);
const fixed = (text: string, { fix }: Problem) => {
  const [edit] = fix?.edits ?? [];
  return edit === undefined ? undefined : text.slice(0, edit.range.start) + edit.text + text.slice(edit.range.end);
};

describe("the place of a finding", () => {
  it("[10] is inside the escaped argument text where reading stopped", () => {
    const text = chat('{"path": "C:\\\\temp", "city": Oslo}');
    const [fault] = check(text);
    expect(fault?.code).toBe("arguments_not_json");
    expect(at(text, fault as Problem)).toBe("O");
  });

  it("[10] is the value that the definition does not want", () => {
    const text = chat('{"where": {"city": 5}}');
    const schema = { properties: { where: { properties: { city: { type: "string" } } } } };
    const [fault] = check(text, ["f"], [{ name: "f", input_schema: schema }]);
    expect([fault?.code, at(text, fault as Problem)]).toEqual(["arguments_not_as_defined", "5"]);
  });

  it("[10] is the name, the id", () => {
    const text = JSON.stringify([{ type: "tool_use", id: "", name: "getWeather", input: {} }]);
    const found = check(text, ["get_weather"]).map((problem) => [problem.code, at(text, problem)]);
    expect(found).toEqual([
      ["empty_id", '""'],
      ["did_you_mean", '"getWeather"'],
    ]);
  });
});

describe("a suggested fix", () => {
  it.each([
    ["```json\n{}\n```", "{}", "Unwrap the fence"],
    ["\ufeff{}", "{}", "Leave out the byte order mark"],
    ["{&quot;a&quot;:1}", '{"a":1}', "Decode the HTML escapes"],
  ])("makes JSON of %j and changes nothing by itself", (args, expected, label) => {
    const text = chat(args);
    const [fault] = check(text);
    expect(fault?.fix?.label).toBe(label);
    expect(fixed(text, fault as Problem)).toBe(chat(expected));
  });

  it("[10] offers what a repair library makes of the text", () => {
    const text = chat("{city: 'Oslo',}");
    const [fault] = check(text);
    expect(JSON.parse(JSON.parse(fixed(text, fault as Problem) ?? "")[0].function.arguments)).toEqual({ city: "Oslo" });
  });

  it("[10] renames a call to the tool that was meant", () => {
    const text = chat("{}", "functions.weather");
    const meant = check(text, ["weather", "time"]).find(({ code }) => code === "did_you_mean");
    expect(fixed(text, meant as Problem)).toBe(chat("{}", "weather"));
  });

  it("[10] is not offered for calls that were merged", () => {
    expect(check(chat("{}{}"))[0]?.fix).toBeUndefined();
  });
});

describe("names that no tool has", () => {
  it.each([
    ["functionshell", ["hell"], undefined],
    ["tools/get", ["get"], "get"],
    ["a.b", ["b", "a.b"], undefined],
    ["weatherweather", ["weather"], "weather"],
    ["anything", [], undefined],
  ])("%s among %j", (name, tools, meant) => {
    expect(check(chat("{}", name), tools).find(({ code }) => code === "did_you_mean")?.detail).toBe(meant);
  });
});

describe("tool definitions", () => {
  const schema = { type: "object", required: ["city"], properties: { city: { type: "string" } } };
  it.each<[string, unknown]>([
    ["OpenAI Chat", [{ type: "function", function: { name: "f", parameters: schema } }]],
    ["OpenAI Responses", [{ type: "function", name: "f", parameters: schema, strict: true }]],
    ["Anthropic", [{ name: "f", input_schema: schema }]],
    ["MCP", { tools: [{ name: "f", inputSchema: schema }] }],
    ["an answer of MCP", { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "f", inputSchema: schema }] } }],
    ["Gemini", [{ functionDeclarations: [{ name: "f", parameters: { ...schema, type: "OBJECT" } }] }]],
    ["Bedrock", { toolConfig: { tools: [{ toolSpec: { name: "f", inputSchema: { json: schema } } }] } }],
  ])("[10] are read in the shape of %s", (_, given) => {
    expect(check(chat("{}"), ["f"], given).map(({ code, detail }) => [code, detail])).toEqual([
      ["missing_required_argument", "city"],
    ]);
    expect(check(chat('{"city":"Oslo"}'), ["f"], given)).toEqual([]);
  });

  it("[10] come with a pasted request", () => {
    const request = { tools: [{ name: "f", input_schema: schema }], messages: [] };
    const read = importCalls(JSON.stringify(request));
    expect(read.ok && read.value.definitions?.value).toHaveLength(1);
  });

  it("[10] without a name are told", () => {
    expect(readToolDefinitions(fromPlain([{ description: "?" }])).problems[0]?.code).toBe("definition_not_read");
  });

  it("[10] name what is missing", () => {
    expect(missingArguments(fromPlain({ a: 1 }), fromPlain({ required: ["a", "b", "c"] }))).toEqual(["b", "c"]);
    expect(missingArguments("text", fromPlain({ required: ["a"] }))).toEqual(["a"]);
    expect(missingArguments(fromPlain({}), undefined)).toEqual([]);
  });

  it("[10] whose schema is none are told once, at the arguments", () => {
    const [fault] = checkDefinition(fromPlain({}), fromPlain({ type: "sausage" }));
    expect(fault?.code).toBe("definition_not_usable");
  });

  it("[10] with a pattern without end hold nothing up", () => {
    const wild = fromPlain({ properties: { a: { pattern: "^(a+)+$" } } });
    expect(checkDefinition(fromPlain({ a: `${"a".repeat(60)}!` }), wild)).toEqual([]);
    const tame = fromPlain({ properties: { a: { pattern: "^[a-z]+$" } } });
    expect(checkDefinition(fromPlain({ a: "A" }), tame)).toHaveLength(1);
  });
});

it("[10] thousands of odd calls are summed up", () => {
  const calls = Array.from({ length: 1000 }, () => ({ id: "same", function: { name: "f", arguments: "x" } }));
  const problems = check(JSON.stringify(calls));
  expect(problems.length).toBe(201);
  expect(problems.at(-1)?.code).toBe("more_warnings");
});
