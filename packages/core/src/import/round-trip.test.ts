import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toPlain } from "../json/plain-json.ts";
import { normaliseCalls } from "../normalise/normalise-calls.ts";
import { isJsonArray, type Json } from "../vocabulary/json.ts";
import type { FormatName } from "./format-name.ts";
import { importCalls } from "./import-calls.ts";

/** Calls as anybody would say them; each writer below prints them as one provider does. */
interface Said {
  readonly id: string;
  readonly name: string;
  readonly args: object;
}

const word = fc.stringMatching(/^[a-z][a-z_]{1,11}$/);
const value = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(word, { maxLength: 3 }),
);
const said = fc.uniqueArray(
  fc.record({
    id: fc.stringMatching(/^[A-Za-z0-9]{10,12}$/),
    name: word,
    args: fc.dictionary(word, value, { maxKeys: 4, noNullPrototype: true }),
  }),
  { minLength: 1, maxLength: 4, selector: ({ id }) => id },
);

type Writer = (calls: readonly Said[]) => unknown;
const events = (list: readonly unknown[]) => list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
const halves = (text: string) => [text.slice(0, text.length >> 1), text.slice(text.length >> 1)];
const json = (args: object) => JSON.stringify(args);

const WRITERS: readonly (readonly [title: string, format: FormatName, write: Writer, ids?: "none"])[] = [
  [
    "an OpenAI Chat answer",
    "openai-chat",
    (calls) => ({
      choices: [
        {
          index: 0,
          finish_reason: "tool_calls",
          message: { role: "assistant", content: null, tool_calls: calls.map(chatCall) },
        },
      ],
    }),
  ],
  [
    "a conversation",
    "openai-chat",
    (calls) => ({
      model: "m",
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", tool_calls: calls.map(chatCall) },
      ],
    }),
  ],
  [
    "OpenAI Responses",
    "openai-responses",
    (calls) => ({
      output: [
        { type: "reasoning", id: "rs" },
        ...calls.map(({ id, name, args }) => ({
          type: "function_call",
          id: `fc_${id}`,
          call_id: id,
          name,
          arguments: json(args),
          status: "completed",
        })),
      ],
    }),
  ],
  [
    "Anthropic",
    "anthropic",
    (calls) => ({
      role: "assistant",
      stop_reason: "tool_use",
      content: [
        { type: "text", text: "Now." },
        ...calls.map(({ id, name, args }) => ({ type: "tool_use", id, name, input: args })),
      ],
    }),
  ],
  [
    "Gemini",
    "gemini",
    (calls) => ({
      candidates: [
        {
          content: {
            role: "model",
            parts: calls.map(({ id, name, args }) => ({ functionCall: { id, name, args }, thoughtSignature: "c2ln" })),
          },
        },
      ],
    }),
  ],
  [
    "Gemini in snake case, without ids",
    "gemini",
    (calls) => ({
      candidates: [{ content: { parts: calls.map(({ name, args }) => ({ function_call: { name, args } })) } }],
    }),
    "none",
  ],
  [
    "Gemini Interactions",
    "gemini-interactions",
    (calls) => ({ steps: calls.map(({ id, name, args }) => ({ type: "function_call", id, name, arguments: args })) }),
  ],
  [
    "Mistral",
    "mistral",
    (calls) => ({
      choices: [
        {
          message: {
            role: "assistant",
            tool_calls: calls.map((call, index) => ({ ...chatCall({ ...call, id: call.id.slice(0, 9) }), index })),
          },
        },
      ],
    }),
  ],
  [
    "Mistral conversations",
    "mistral-conversations",
    (calls) => ({
      outputs: calls.map(({ id, name, args }) => ({
        type: "function.call",
        id: `e_${id}`,
        tool_call_id: id,
        name,
        arguments: json(args),
      })),
    }),
  ],
  [
    "Bedrock Converse",
    "bedrock",
    (calls) => ({
      output: {
        message: {
          role: "assistant",
          content: calls.map(({ id, name, args }) => ({ toolUse: { toolUseId: id, name, input: args } })),
        },
      },
      stopReason: "tool_use",
    }),
  ],
  [
    "Ollama",
    "ollama",
    (calls) => ({
      model: "m",
      done: true,
      message: {
        role: "assistant",
        content: "",
        tool_calls: calls.map(({ name, args }, index) => ({ function: { index, name, arguments: args } })),
      },
    }),
    "none",
  ],
  [
    "Cohere v2",
    "cohere-v2",
    (calls) => ({
      finish_reason: "TOOL_CALL",
      message: { role: "assistant", tool_plan: "I will", tool_calls: calls.map(chatCall) },
    }),
  ],
  [
    "Cohere v1",
    "cohere-v1",
    (calls) => ({ text: "", tool_calls: calls.map(({ name, args }) => ({ name, parameters: args })) }),
    "none",
  ],
  [
    "LangChain",
    "langchain",
    (calls) => ({
      type: "ai",
      content: "",
      tool_calls: calls.map(({ id, name, args }) => ({ id, name, args, type: "tool_call" })),
      invalid_tool_calls: [],
    }),
  ],
  [
    "a serialised LangChain message",
    "langchain",
    (calls) => ({
      lc: 1,
      type: "constructor",
      id: ["langchain_core", "messages", "AIMessage"],
      kwargs: { content: "", tool_calls: calls.map(({ id, name, args }) => ({ id, name, args })) },
    }),
  ],
  [
    "AI SDK 5",
    "ai-sdk",
    (calls) => ({
      role: "assistant",
      content: calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, input: args })),
    }),
  ],
  [
    "AI SDK 4",
    "ai-sdk-v4",
    (calls) => ({
      role: "assistant",
      content: calls.map(({ id, name, args }) => ({ type: "tool-call", toolCallId: id, toolName: name, args })),
    }),
  ],
  [
    "AI SDK UI parts",
    "ai-sdk-ui",
    (calls) => ({
      id: "m",
      role: "assistant",
      parts: [
        { type: "step-start" },
        ...calls.map(({ id, name, args }) => ({
          type: `tool-${name}`,
          toolCallId: id,
          state: "input-available",
          input: args,
        })),
      ],
    }),
  ],
  [
    "MCP",
    "mcp",
    (calls) =>
      calls.map(({ id, name, args }) => ({
        jsonrpc: "2.0",
        id,
        method: "tools/call",
        params: { name, arguments: args },
      })),
  ],
  [
    "a log of lines",
    "openai-chat",
    (calls) =>
      `${json({ role: "user", content: "Hi" })}\n${json({ role: "assistant", tool_calls: calls.map(chatCall) })}\n`,
  ],
  [
    "Hermes markup",
    "hermes",
    (calls) =>
      `Now.\n${calls.map(({ name, args }) => `<tool_call>\n${json({ name, arguments: args })}\n</tool_call>`).join("\n")}`,
    "none",
  ],
  [
    "Harmony markup",
    "harmony",
    (calls) =>
      calls
        .map(
          ({ name, args }) =>
            `<|start|>assistant<|channel|>commentary to=functions.${name} <|constrain|>json<|message|>${json(args)}<|call|>`,
        )
        .join(""),
    "none",
  ],
  [
    "DeepSeek markup",
    "deepseek",
    (calls) =>
      `<｜tool▁calls▁begin｜>${calls.map(({ name, args }) => `<｜tool▁call▁begin｜>function<｜tool▁sep｜>${name}\n\`\`\`json\n${json(args)}\n\`\`\`<｜tool▁call▁end｜>`).join("\n")}<｜tool▁calls▁end｜>`,
    "none",
  ],
  [
    "a stream of OpenAI Chat",
    "openai-chat",
    (calls) =>
      events([
        ...calls.map(({ id, name }, index) =>
          chunk([{ index, id, type: "function", function: { name, arguments: "" } }]),
        ),
        ...[0, 1].map((half) =>
          chunk(calls.map(({ args }, index) => ({ index, function: { arguments: halves(json(args))[half] } }))),
        ),
        { choices: [{ index: 0, delta: {}, finish_reason: "tool_calls" }] },
      ]),
  ],
  [
    "an array of chunks",
    "openai-chat",
    (calls) =>
      calls.flatMap(({ id, name, args }, index) => [
        chunk([{ index, id, function: { name, arguments: halves(json(args))[0] } }]),
        chunk([{ index, function: { arguments: halves(json(args))[1] } }]),
      ]),
  ],
  [
    "a stream of Anthropic",
    "anthropic",
    (calls) =>
      events([
        { type: "message_start", message: {} },
        ...calls.flatMap(({ id, name, args }, index) => [
          { type: "content_block_start", index, content_block: { type: "tool_use", id, name, input: {} } },
          ...halves(json(args)).map((partial_json) => ({
            type: "content_block_delta",
            index,
            delta: { type: "input_json_delta", partial_json },
          })),
          { type: "content_block_stop", index },
        ]),
        { type: "message_stop" },
      ]),
  ],
  [
    "a stream of OpenAI Responses",
    "openai-responses",
    (calls) =>
      events(
        calls.flatMap(({ id, name, args }, output_index) => [
          {
            type: "response.output_item.added",
            output_index,
            item: { type: "function_call", id: `fc_${id}`, call_id: id, name, arguments: "" },
          },
          ...halves(json(args)).map((delta) => ({
            type: "response.function_call_arguments.delta",
            item_id: `fc_${id}`,
            output_index,
            delta,
          })),
          { type: "response.function_call_arguments.done", item_id: `fc_${id}`, output_index, arguments: json(args) },
        ]),
      ),
  ],
  [
    "a stream of Bedrock",
    "bedrock",
    (calls) =>
      calls.flatMap(({ id, name, args }, contentBlockIndex) => [
        { contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: id, name } } } },
        ...halves(json(args)).map((input) => ({
          contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } },
        })),
        { contentBlockStop: { contentBlockIndex } },
      ]),
  ],
  [
    "a stream of Gemini",
    "gemini",
    (calls) =>
      events(
        calls.map(({ id, name, args }) => ({
          candidates: [{ content: { role: "model", parts: [{ functionCall: { id, name, args } }] } }],
        })),
      ),
  ],
  [
    "a stream of Cohere v2",
    "cohere-v2",
    (calls) =>
      events(
        calls.flatMap(({ id, name, args }, index) => [
          {
            type: "tool-call-start",
            index,
            delta: { message: { tool_calls: { id, type: "function", function: { name, arguments: "" } } } },
          },
          ...halves(json(args)).map((half) => ({
            type: "tool-call-delta",
            index,
            delta: { message: { tool_calls: { function: { arguments: half } } } },
          })),
          { type: "tool-call-end", index },
        ]),
      ),
  ],
  [
    "a stream of the AI SDK",
    "ai-sdk",
    (calls) =>
      events(
        calls.flatMap(({ id, name, args }) => [
          { type: "tool-input-start", id, toolName: name },
          ...halves(json(args)).map((delta) => ({ type: "tool-input-delta", id, delta })),
          { type: "tool-input-end", id },
        ]),
      ),
  ],
  [
    "LangChain chunks",
    "langchain",
    (calls) =>
      calls.flatMap(({ id, name, args }, index) =>
        halves(json(args)).map((half, at) => ({
          content: "",
          tool_call_chunks: [at === 0 ? { index, id, name, args: half } : { index, args: half }],
        })),
      ),
  ],
];

function chatCall({ id, name, args }: Said) {
  return { id, type: "function", function: { name, arguments: json(args) } };
}

function chunk(tool_calls: readonly unknown[]) {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: { tool_calls } }] };
}

const ROWS = WRITERS.map(([title, format, write, ids]) => ({ title, format, write, ids }));

describe("calls printed as a provider prints them", () => {
  it.each(ROWS)("[10 §1–2] come back out of $title", ({ format, write, ids }) => {
    fc.assert(
      fc.property(said, (calls) => {
        const written = write(calls);
        const text = typeof written === "string" ? written : JSON.stringify(written, null, 1);
        const read = importCalls(text);
        if (!read.ok) throw new Error(`${read.problems[0]?.message}: ${text}`);
        const value: Json = read.value.value;
        const found = isJsonArray(value) ? normaliseCalls(value).calls : [];
        const shortened = format === "mistral" ? 9 : undefined;
        const expected = calls.map(({ id, name, args }, index) => [
          ids === "none" ? `call_${index + 1}` : id.slice(0, shortened),
          name,
          JSON.parse(json(args)),
        ]);
        expect(found.map((call) => [call.get("id"), call.get("name"), toPlain(call.get("arguments") ?? null)])).toEqual(
          expected,
        );
        // Nothing but calls alone looks like what the node reads by itself.
        expect(read.value.format).toBe(format);
      }),
      { numRuns: 30 },
    );
  });

  it.each(ROWS)("[10 §1] are found when the format is named: $title", ({ format, write }) => {
    const written = write([{ id: "abcdefghij", name: "weather", args: { city: "Oslo" } }]);
    const text = typeof written === "string" ? written : JSON.stringify(written);
    const read = importCalls(text, { format });
    expect(read.ok && isJsonArray(read.value.value) && read.value.value.length).toBe(1);
    const other = importCalls(text, { format: format === "mcp" ? "bedrock" : "mcp" });
    expect(other.ok && other.value.problems.map(({ code }) => code)).toContain("no_calls");
  });
});

const damage = fc.array(fc.tuple(fc.constantFrom("cut", "repeat", "swap", "drop"), fc.nat(), fc.nat()), {
  minLength: 1,
  maxLength: 4,
});

describe("pastes that were damaged", () => {
  const texts = fc.tuple(fc.constantFrom(...ROWS), said).map(([{ write }, calls]) => {
    const written = write(calls);
    return { calls, text: typeof written === "string" ? written : JSON.stringify(written, null, 1) };
  });

  it("[10] never throw, never hang, and never invent a name, an id or a value", () => {
    fc.assert(
      fc.property(texts, damage, ({ calls, text }, damages) => {
        const broken = damages.reduce((current, [kind, a, b]) => damaged(current, kind, a, b), text);
        const read = importCalls(broken);
        if (!read.ok) return;
        const value: Json = read.value.value;
        for (const call of isJsonArray(value) ? normaliseCalls(value).calls : []) {
          const id = call.get("id");
          const known =
            typeof id === "string" &&
            (/^call_\d+$/.test(id) || calls.some((one) => one.id.startsWith(id)) || broken.includes(id));
          expect(known, `id ${String(id)} in ${broken}`).toBe(true);
          for (const leaf of leaves(call.get("arguments") ?? null)) {
            expect(isKnown(leaf, broken, calls), `value ${leaf} in ${broken}`).toBe(true);
          }
        }
      }),
      { numRuns: 1500 },
    );
  }, 60_000);
});

describe("situations met in the wild, damaged", () => {
  const file = new URL("../../../../conformance/wild/cases.jsonl", import.meta.url);
  const wild = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .flatMap((line): string[] => {
      const { input } = JSON.parse(line) as { input: { paste?: unknown; pastes?: unknown[]; paste_text?: string } };
      if (input.paste_text !== undefined) return [input.paste_text];
      return (input.pastes ?? [input.paste]).map((one) => JSON.stringify(one, null, 1) ?? "");
    });

  it("[10] never throw, and never invent an id", () => {
    fc.assert(
      fc.property(fc.constantFrom(...wild), damage, (text, damages) => {
        const broken = damages.reduce((current, [kind, a, b]) => damaged(current, kind, a, b), text);
        const read = importCalls(broken);
        const value: Json = read.ok ? read.value.value : [];
        for (const call of isJsonArray(value) ? normaliseCalls(value).calls : []) {
          const id = call.get("id");
          if (typeof id !== "string" || /^call_\d+$/.test(id)) continue;
          expect(broken.includes(id) || broken.includes(JSON.stringify(id).slice(1, -1)), `${id} in ${broken}`).toBe(
            true,
          );
        }
      }),
      { numRuns: 2000 },
    );
  }, 60_000);
});

function damaged(text: string, kind: string, a: number, b: number): string {
  const lines = text.split("\n");
  const [at, other] = [a % lines.length, b % lines.length];
  const line = lines[at] ?? "";
  if (kind === "cut") return text.slice(0, a % (text.length + 1));
  if (kind === "repeat") lines.splice(other, 0, line);
  else if (kind === "drop") lines.splice(at, 1);
  else [lines[at], lines[other]] = [lines[other] ?? "", line];
  return lines.join("\n");
}

/** Texts and numbers of a value; text that was never parsed is made of pieces of the paste. */
function leaves(value: Json): readonly string[] {
  if (isJsonArray(value)) return value.flatMap(leaves);
  if (value instanceof Map) return [...value].flatMap(([key, item]) => [key, ...leaves(item)]);
  return typeof value === "string" ? [] : value === null || typeof value === "boolean" ? [] : [String(value)];
}

function isKnown(leaf: string, broken: string, calls: readonly Said[]): boolean {
  return broken.includes(leaf) || calls.some(({ args }) => JSON.stringify(args).includes(leaf)) || pieces(leaf, broken);
}

/** A number or a key may have been joined out of two fragments of a stream. */
function pieces(leaf: string, broken: string): boolean {
  for (let at = 1; at < leaf.length; at++) {
    if (broken.includes(leaf.slice(0, at)) && broken.includes(leaf.slice(at))) return true;
  }
  return false;
}
