import type { MessageParam } from "@anthropic-ai/sdk/resources/messages";
import type { Content } from "@google/genai";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { Message } from "ollama";
import type {
  ChatCompletionFunctionMessageParam,
  ChatCompletionToolMessageParam,
} from "openai/resources/chat/completions";
import type { ResponseInputItem } from "openai/resources/responses/responses";
import { describe, expect, it } from "vitest";
import { fromPlain, toPlain } from "../json/plain-json.ts";
import type { CallReport } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { reply } from "./reply.ts";
import { REPLY_FORMATS, type ReplyFormat } from "./reply-format.ts";

type Status = "success" | "failed" | "unsupported";

function report(id: string, result: unknown, status: Status = "success", raw: object = { id }): CallReport {
  const value = fromPlain(result);
  const content = typeof result === "string" ? result : JSON.stringify(result);
  const call = fromPlain({ id, name: "weather", arguments: { city: "Oslo" }, raw_arguments: "{}", raw_call: raw });
  const entry = new Map<string, Json>([
    ["id", id],
    ["name", "weather"],
    ["result", value],
    ["content", content],
  ]);
  return {
    call: call as JsonObject,
    references: [],
    outcome: { status, entry, message: new Map(), origin: "tool_result_value" },
  };
}

const calls = [report("a", { temp_c: 3 }), report("b", "no such city", "failed")];
const body = (format: ReplyFormat, given = calls) => toPlain(reply(given, format).body);
const codes = (format: ReplyFormat, given: readonly CallReport[]) =>
  reply(given, format).problems.map(({ code, detail }) => `${code}:${detail}`);

/** Each expected value is checked by the compiler against the provider's own types. */
describe("results in a provider's shape", () => {
  it("[10 §3] OpenAI Chat: a tool message for each call", () => {
    const expected: ChatCompletionToolMessageParam[] = [
      { role: "tool", tool_call_id: "a", content: '{"temp_c":3}' },
      { role: "tool", tool_call_id: "b", content: "no such city" },
    ];
    expect(body("openai-chat")).toEqual(expected);
  });

  it("[10 §3] OpenAI legacy: by name", () => {
    const expected: ChatCompletionFunctionMessageParam[] = [
      { role: "function", name: "weather", content: '{"temp_c":3}' },
    ];
    expect(body("openai-legacy", calls.slice(0, 1))).toEqual(expected);
  });

  it("[10 §3] OpenAI Responses: outputs by call_id", () => {
    const expected: ResponseInputItem.FunctionCallOutput[] = [
      { type: "function_call_output", call_id: "a", output: '{"temp_c":3}' },
      { type: "function_call_output", call_id: "b", output: "no such city" },
    ];
    expect(body("openai-responses")).toEqual(expected);
  });

  it("[10 §3] Anthropic: one user message with all results, and its error flag", () => {
    const expected: MessageParam = {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: '{"temp_c":3}' },
        { type: "tool_result", tool_use_id: "b", content: "no such city", is_error: true },
      ],
    };
    expect(body("anthropic")).toEqual(expected);
  });

  it("[10 §3] Gemini: objects alone, the id only where there was one", () => {
    const expected: Content = {
      role: "user",
      parts: [
        { functionResponse: { id: "g1", name: "weather", response: { temp_c: 3 } } },
        { functionResponse: { name: "weather", response: { error: "no such city" } } },
        { functionResponse: { name: "weather", response: { output: [1, 2] } } },
      ],
    };
    const given = [
      report("g1", { temp_c: 3 }, "success", { functionCall: { id: "g1", name: "weather" } }),
      report("call_2", "no such city", "failed", { functionCall: { name: "weather" } }),
      report("call_3", [1, 2], "success", { functionCall: { name: "weather" } }),
    ];
    expect(body("gemini", given)).toEqual(expected);
  });

  it("[10 §3] Ollama: by the tool's name and order", () => {
    const expected: Message[] = [{ role: "tool", tool_name: "weather", content: '{"temp_c":3}' }];
    expect(body("ollama", calls.slice(0, 1))).toEqual(expected);
  });

  it("[10 §3] MCP: the id keeps its kind, a failure is a result, an unknown tool an error", () => {
    const expected: CallToolResult[] = [
      { content: [{ type: "text", text: '{"temp_c":3}' }], isError: false },
      { content: [{ type: "text", text: "no such city" }], isError: true },
    ];
    const given = [
      report("0", { temp_c: 3 }, "success", { id: 0, method: "tools/call" }),
      report("x", "no such city", "failed", { id: "x", method: "tools/call" }),
      report("9", { error: "unsupported tool" }, "unsupported", { id: 9, method: "tools/call" }),
    ];
    expect(body("mcp", given)).toEqual([
      { jsonrpc: "2.0", id: 0, result: expected[0] },
      { jsonrpc: "2.0", id: "x", result: expected[1] },
      { jsonrpc: "2.0", id: 9, error: { code: -32602, message: "unsupported tool" } },
    ]);
  });

  it.each<[ReplyFormat, unknown]>([
    [
      "bedrock",
      {
        role: "user",
        content: [
          { toolResult: { toolUseId: "a", content: [{ json: { temp_c: 3 } }], status: "success" } },
          { toolResult: { toolUseId: "b", content: [{ text: "no such city" }], status: "error" } },
        ],
      },
    ],
    [
      "cohere-v1",
      [
        { call: { name: "weather", parameters: { city: "Oslo" } }, outputs: [{ temp_c: 3 }] },
        { call: { name: "weather", parameters: { city: "Oslo" } }, outputs: [{ output: "no such city" }] },
      ],
    ],
    [
      "langchain",
      [
        { content: '{"temp_c":3}', tool_call_id: "a", name: "weather", status: "success" },
        { content: "no such city", tool_call_id: "b", name: "weather", status: "error" },
      ],
    ],
    [
      "ai-sdk",
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "a", toolName: "weather", output: { type: "json", value: { temp_c: 3 } } },
          {
            type: "tool-result",
            toolCallId: "b",
            toolName: "weather",
            output: { type: "error-text", value: "no such city" },
          },
        ],
      },
    ],
    [
      "gemini-interactions",
      [
        { type: "function_result", call_id: "a", name: "weather", result: '{"temp_c":3}' },
        { type: "function_result", call_id: "b", name: "weather", result: "no such city", is_error: true },
      ],
    ],
  ])("[10 §3] %s", (format, expected) => {
    expect(body(format)).toEqual(expected);
  });

  it("[10 §3] every format has one answer for each call", () => {
    for (const format of REPLY_FORMATS) {
      const given = body(format) as { content?: unknown[]; parts?: unknown[] } | unknown[];
      const list = Array.isArray(given) ? given : (given.content ?? given.parts ?? []);
      expect(list, format).toHaveLength(2);
    }
  });
});

describe("what a provider would refuse", () => {
  const long = "a".repeat(65);
  it.each<[ReplyFormat, string, string[]]>([
    ["mistral", "functions.f:1", ["id_refused:0"]],
    ["mistral", "abcdefghi", []],
    ["anthropic", "functions.f:1", ["id_refused:0"]],
    ["anthropic", "", ["id_refused:0"]],
    ["bedrock", "functions.f:1", []],
    ["bedrock", long, ["id_refused:0"]],
    ["openai-chat", "", ["id_refused:0"]],
    ["openai-chat", "functions.f:1", []],
    ["ollama", "", []],
  ])("[10 §1] %s and the id %j", (format, id, expected) => {
    expect(codes(format, [report(id, 1)])).toEqual(expected);
  });

  it("[10 §3] shared ids, made up ids, empty errors, missing results", () => {
    expect(codes("anthropic", [report("a", 1), report("a", 2)])).toEqual(["id_not_unique:1"]);
    expect(codes("openai-chat", [report("call_1", 1, "success", {})])).toEqual(["id_unknown_to_provider:0"]);
    expect(codes("anthropic", [report("a", "", "failed")])).toEqual(["empty_error:0"]);
    const { call } = report("a", 1);
    expect(codes("openai-chat", [{ call, references: [], outcome: { status: "not-run" } }])).toEqual([
      "call_without_result:0",
    ]);
  });

  it("[10 §1, §3] too many calls and too long contents", () => {
    const many = Array.from({ length: 129 }, (_, index) => report(`c${index}`, 1));
    expect(codes("openai-chat", many)).toEqual(["too_many_calls:129"]);
    expect(codes("anthropic", many)).toEqual([]);
    expect(codes("openai-chat", [report("a", "x".repeat(10_485_761))])).toEqual(["content_too_long:0"]);
  });
});
