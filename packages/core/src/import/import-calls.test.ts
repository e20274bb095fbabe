import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "../json/json-equals.ts";
import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";
import { importCalls } from "./import-calls.ts";

const imported = (value: unknown) => {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 1);
  const read = importCalls(text);
  if (!read.ok) throw new Error(read.problems[0]?.message);
  return { ...read.value, text };
};
const call = { id: "call_1", type: "function", function: { name: "f", arguments: '{"a":1}' } };

describe("importing pasted calls", () => {
  it.each<[string, unknown]>([
    ["a whole answer", { choices: [{ message: { role: "assistant", content: null, tool_calls: [call] } }] }],
    ["its message", { role: "assistant", content: null, tool_calls: [call] }],
    [
      "a conversation",
      [
        { role: "user", content: "x" },
        { role: "assistant", tool_calls: [call] },
      ],
    ],
    ["the list", { tool_calls: [call] }],
    ["the array", [call]],
    ["one call", call],
  ])("[10 §1] takes OpenAI Chat calls as they are out of %s", (_, pasted) => {
    expect(compactJson(imported(pasted).value)).toBe(compactJson(imported([call]).value));
  });

  it.each<[string, unknown, string]>([
    [
      "openai-responses",
      {
        output: [
          { type: "reasoning" },
          { type: "function_call", id: "fc_9", call_id: "call_9", name: "f", arguments: '{"b":2.0}' },
        ],
      },
      '{"arguments":{"b":2.0},"id":"call_9","name":"f","raw_arguments":"{\\"b\\":2.0}"}',
    ],
    [
      "anthropic",
      {
        role: "assistant",
        content: [
          { type: "text", text: "hm" },
          { type: "tool_use", id: "toolu_1", name: "f", input: { b: 2 } },
        ],
      },
      '{"arguments":{"b":2},"id":"toolu_1","name":"f","raw_arguments":"{\\"b\\":2}"}',
    ],
    [
      "gemini",
      { candidates: [{ content: { parts: [{ functionCall: { name: "f" } }] } }] },
      '{"arguments":{},"id":"call_1","name":"f","raw_arguments":"{}"}',
    ],
    ["openai-chat", [{ id: "c", type: "custom", custom: { name: "f", input: "free text" } }, { role: "x" }], ""],
  ])("[10 §1] converts %s and keeps the values", (format, pasted, expected) => {
    if (expected === "") return expect(imported({ tool_calls: pasted }).format).toBe(format);
    const { format: found, value } = imported(pasted);
    expect(found).toBe(format);
    const [first] = isJsonArray(value) ? value : [];
    const fields = isJsonObject(first)
      ? new Map([...first].filter(([key]) => !["index", "type", "raw_call"].includes(key)))
      : null;
    expect(compactJson(fields)).toBe(expected);
  });

  it("[10 §5] does not hand over what the provider ran itself", () => {
    const content = [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      { type: "tool_use", id: "toolu_1", name: "f", input: {} },
    ];
    expect(imported({ content }).value).toHaveLength(1);
  });

  it("[10 §5] finds the calls in a bare array of blocks, and leaves out what the provider ran", () => {
    const blocks = [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
      { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } },
    ];
    const { value, format } = imported(blocks);
    expect(format).toBe("anthropic");
    expect(value).toHaveLength(1);
    expect(compactJson(value)).toContain('"type":"tool_use"');
  });

  it("[10 §5] keeps the free text of a custom call in a bare array, beside other calls too", () => {
    const custom = { id: "c", type: "custom", custom: { name: "g", input: '{"not":"parsed"}' } };
    const { value } = imported([call, custom]);
    const [first, second] = isJsonArray(value) ? value : [];
    expect(isJsonObject(first) && first.get("arguments")).toEqual(new Map([["a", 1n]]));
    expect(isJsonObject(second) && [second.get("name"), second.get("arguments")]).toEqual(["g", '{"not":"parsed"}']);
  });

  it("[10 §1] keeps what stands beside a Gemini call", () => {
    const { value } = imported({ parts: [{ functionCall: { name: "f", args: {} }, thoughtSignature: "s" }] });
    expect(compactJson(value)).toContain('"thoughtSignature":"s"');
  });

  it("[10 §5] says that there is no call, and goes on with none", () => {
    const answer = imported({ choices: [{ message: { role: "assistant", content: "hello" } }] });
    expect(answer.value).toEqual([]);
    expect(answer.problems.map((problem) => problem.code)).toEqual(["no_calls"]);
  });

  it("tells where each call stands", () => {
    const { source, text } = imported({ tool_calls: [call, { ...call, id: "call_2" }] });
    const range = source.members?.get(1)?.range;
    expect(range && text.slice(range.start, range.end)).toContain('"call_2"');
  });

  it("refuses what is no JSON, with its place", () => {
    const read = importCalls("[\n  {,");
    expect(read.ok ? undefined : read.problems[0]?.where).toEqual({ document: "calls", line: 2, column: 4 });
  });

  it("[10 §4] never changes a value that a reference scenario puts under its source key, but for other providers' shapes", () => {
    const folder = new URL("../../../../conformance/reference/", import.meta.url);
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".json"))) {
      const parsed = parseJson(readFileSync(new URL(name, folder), "utf8"));
      const calls: Json | undefined = parsed.ok && isJsonObject(parsed.value) ? parsed.value.get("calls") : undefined;
      if (!isJsonArray(calls) || compactJson(calls).match(/"type":"(function_call|tool_use)"|functionCall/)) continue;
      expect(jsonEquals(imported(compactJson(calls)).value, calls), name).toBe(true);
    }
  });
});
