import { describe, expect, it } from "vitest";
import { isJsonArray } from "../vocabulary/json.ts";
import { importCalls } from "./import-calls.ts";
import type { ImportOptions } from "./imported-calls.ts";

const call = (id: string, city = "Oslo") => ({ id, function: { name: "f", arguments: JSON.stringify({ city }) } });
const asks = (...ids: string[]) => ({ role: "assistant", tool_calls: ids.map((id) => call(id)) });
const answers = (id: string) => ({ role: "tool", tool_call_id: id, content: "3" });
const says = (content: string) => ({ role: "user", content });

function read(messages: unknown, options: ImportOptions = {}) {
  const imported = importCalls(typeof messages === "string" ? messages : JSON.stringify(messages), options);
  if (!imported.ok) throw new Error(imported.problems[0]?.message);
  const { value, turn, turns, problems, skipped, format } = imported.value;
  const ids = isJsonArray(value) ? value.map((one) => (one as ReadonlyMap<string, unknown>).get("id")) : [];
  return { ids, turn, turns, skipped, format, codes: problems.map(({ code }) => code), problems };
}

describe("which turn is taken", () => {
  it.each<[string, unknown, string[], string[]]>([
    ["the one that waits", [asks("a"), answers("a"), says("x"), asks("b")], ["b"], []],
    ["the last that is not answered whole", [asks("a", "b"), answers("a")], ["a", "b"], ["call_unanswered"]],
    [
      "the last when all are answered",
      [asks("a"), answers("a"), asks("b"), answers("b")],
      ["b"],
      ["all_turns_answered"],
    ],
    ["the same ids in another turn", [asks("a"), answers("a"), asks("a")], ["a"], []],
  ])("[10 §5] %s", (_, messages, ids, codes) => {
    const found = read(messages);
    expect(found.ids).toEqual(ids);
    expect(found.codes).toEqual(codes);
  });

  it("[10 §5] another one can be asked for", () => {
    const messages = [asks("a"), answers("a"), asks("b")];
    expect(read(messages, { turn: 0 }).ids).toEqual(["a"]);
    expect(read(messages, { turn: 7 }).codes).toContain("no_such_turn");
  });

  it("[10] of several choices the first with calls", () => {
    const choices = [{ message: { role: "assistant", content: "no" } }, { message: asks("a") }, { message: asks("b") }];
    const found = read({ choices });
    expect([found.ids, found.codes]).toEqual([["a"], ["several_choices"]]);
    expect(found.turns.map(({ choice }) => choice)).toEqual([1, 2]);
  });
});

describe("a conversation that providers refuse", () => {
  it.each<[string, unknown, string]>([
    [
      "a call is not answered and the talk goes on",
      [asks("a", "b"), answers("a"), says("x"), asks("c")],
      "call_unanswered",
    ],
    ["a call is answered twice", [asks("a"), answers("a"), answers("a")], "call_answered_twice"],
    ["an answer has no call", [asks("a"), answers("a"), answers("z")], "answer_without_call"],
    ["an answer comes too late", [asks("a"), says("x"), answers("a")], "answer_misplaced"],
  ])("[10] %s", (_, messages, code) => {
    expect(read(messages).codes).toContain(code);
  });

  it("[10] answers without ids go by name and order", () => {
    const asked = {
      role: "assistant",
      tool_calls: ["x", "y"].map((city) => ({ function: { name: "f", arguments: { city } } })),
    };
    const answer = { role: "tool", tool_name: "f", content: "3" };
    expect(read([asked, answer]).turns[0]?.answered).toBe(false);
    expect(read([asked, answer, answer]).turns[0]?.answered).toBe(true);
  });

  it("[10] a log of separate answers is no conversation", () => {
    expect(read([asks("a"), asks("b")].map((one) => JSON.stringify(one)).join("\n")).codes).toEqual([]);
  });
});

describe("what is not dispatched", () => {
  it.each<[string, unknown, string, string]>([
    ["Anthropic", [{ type: "server_tool_use", id: "s", name: "web_search", input: {} }], "s", "provider_executed"],
    [
      "OpenAI Responses",
      { output: [{ type: "web_search_call", id: "ws", status: "completed" }] },
      "ws",
      "provider_executed",
    ],
    [
      "Bedrock",
      {
        output: {
          message: {
            role: "assistant",
            content: [{ toolUse: { toolUseId: "b", name: "n", type: "server_tool_use" } }],
          },
        },
      },
      "b",
      "provider_executed",
    ],
    [
      "AI SDK",
      [{ type: "tool-call", toolCallId: "p", toolName: "n", input: {}, providerExecuted: true }],
      "p",
      "provider_executed",
    ],
    [
      "AI SDK UI, streaming",
      { role: "assistant", parts: [{ type: "tool-n", toolCallId: "u", state: "input-streaming", input: {} }] },
      "u",
      "partial",
    ],
    [
      "AI SDK UI, waiting",
      { role: "assistant", parts: [{ type: "tool-n", toolCallId: "u", state: "approval-requested", input: {} }] },
      "u",
      "awaits_approval",
    ],
  ])("[10 §5] %s", (_, pasted, id, reason) => {
    const found = read(pasted);
    expect(found.ids).toEqual([]);
    expect(found.skipped.map((one) => [one.id, one.reason])).toEqual([[id, reason]]);
    expect(found.codes).toEqual(expect.arrayContaining(["no_calls", reason]));
  });

  it("[10 §1] a UI part that is done stands aside while another waits", () => {
    const part = (toolCallId: string, state: string) => ({ type: "tool-n", toolCallId, state, input: {} });
    const found = read({ role: "assistant", parts: [part("a", "output-available"), part("b", "input-available")] });
    expect(found.ids).toEqual(["b"]);
    expect(found.skipped.map(({ id, reason }) => [id, reason])).toEqual([["a", "answered"]]);
  });
});

describe("markup", () => {
  it("[10 §1] counts in what an assistant said, and nowhere else", () => {
    const content = '<tool_call>{"name":"f","arguments":{}}</tool_call>';
    expect(read([{ role: "assistant", content }]).format).toBe("hermes");
    expect(read([{ role: "user", content }]).codes).toEqual(["no_calls"]);
    expect(read([{ role: "tool", tool_call_id: "a", content }]).codes).toContain("no_calls");
  });

  it("[10 §1] of other kinds is named", () => {
    expect(read({ role: "assistant", content: '[TOOL_CALLS][{"name":"f"}]' }).codes).toContain("no_calls");
    const told = importCalls("[TOOL_CALLS] something");
    expect(told.ok && told.value.problems.map(({ code }) => code)).toContain("unsupported_markup");
  });

  it("[10 §1] with parameters in tags gives texts", () => {
    const written = "<tool_call>\n<function=f>\n<parameter=city>\nOslo\n</parameter>\n</function>\n</tool_call>";
    const imported = importCalls(written);
    expect(imported.ok && imported.value.format).toBe("qwen-xml");
    const [found] = imported.ok && isJsonArray(imported.value.value) ? imported.value.value : [];
    expect((found as ReadonlyMap<string, unknown>).get("raw_arguments")).toBe('{"city":"Oslo"}');
  });
});

describe("streams that break", () => {
  it("[10 §2] tell a call that is cut off, and an error of the provider", () => {
    const text = [
      'data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{\\"ci"}}]}}]}',
      'data: {"error":{"message":"overloaded"}}',
    ].join("\n\n");
    const found = read(text);
    expect(found.ids).toEqual(["a"]);
    expect(found.codes).toEqual(expect.arrayContaining(["stream_incomplete", "provider_error"]));
  });

  it("[10 §2] arguments by JSON path are put together", () => {
    const part = (functionCall: object) => ({ candidates: [{ content: { parts: [{ functionCall }] } }] });
    const text = JSON.stringify([
      part({ name: "f", willContinue: true }),
      part({ partialArgs: [{ jsonPath: "$.where.city", stringValue: "Os" }], willContinue: true }),
      part({
        partialArgs: [
          { jsonPath: "$.where.city", stringValue: "lo" },
          { jsonPath: "$.days[0]", numberValue: 2 },
        ],
      }),
    ]);
    const imported = importCalls(text);
    const [found] = imported.ok && isJsonArray(imported.value.value) ? imported.value.value : [];
    expect((found as ReadonlyMap<string, unknown>).get("raw_arguments")).toBe('{"days":[2],"where":{"city":"Oslo"}}');
  });
});
