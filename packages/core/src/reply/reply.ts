import { providerId } from "../normalise/provider-id.ts";
import type { CallReport } from "../vocabulary/event.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import { checkReply } from "./check-reply.ts";
import type { ReplyFormat } from "./reply-format.ts";

/** What a provider expects back for a turn's calls. */
export interface Reply {
  readonly format: ReplyFormat;
  /** One message, or the list of them, as JSON. */
  readonly body: Json;
  /** What the provider would refuse, or would not know. Ids and contents are never changed for it. */
  readonly problems: readonly Problem[];
}

/** A call that has a result, be it that of a failure. */
export interface Answer {
  readonly call: ToolCall;
  readonly name: string;
  readonly id: string;
  /** The message's text (spec 01 §5). */
  readonly content: string;
  readonly result: Json;
  readonly failed: boolean;
  /** No tool of that name has a mapping. */
  readonly unknownTool: boolean;
}

type Write = (answers: readonly Answer[]) => Json;

/**
 * The messages that a provider expects back (spec 10 §3). Calls that have no result, because the step ended before them,
 * are left out and told. A failed call carries the provider's error flag where it has one; what the model reads is the
 * message's content in every format.
 */
export function reply(calls: readonly CallReport[], format: ReplyFormat): Reply {
  const answers = calls.flatMap(answerOf);
  return { format, body: WRITERS[format](answers), problems: checkReply(calls, answers, format) };
}

function answerOf({ call, outcome }: CallReport): readonly Answer[] {
  if (!("entry" in outcome)) return [];
  const { entry, status } = outcome;
  const [id, name, content] = ["id", "name", "content"].map((key) => textOf(entry, key));
  return [
    {
      call,
      id: id ?? "",
      name: name ?? "",
      content: content ?? "",
      result: entry.get("result") ?? null,
      failed: status !== "success",
      unknownTool: status === "unsupported",
    },
  ];
}

const WRITERS: Record<ReplyFormat, Write> = {
  "openai-chat": each(({ id, content }) => ({ role: "tool", tool_call_id: id, content })),
  "openai-legacy": each(({ name, content }) => ({ role: "function", name, content })),
  "openai-responses": each(({ call, id, content }) => ({
    type: call.get("type") === "custom_tool_call" ? "custom_tool_call_output" : "function_call_output",
    call_id: id,
    output: content,
  })),
  anthropic: inOne("user", "content", ({ id, content, failed }) => ({
    type: "tool_result",
    tool_use_id: id,
    content,
    ...(failed ? { is_error: true } : {}),
  })),
  gemini: inOne("user", "parts", ({ call, name, result, failed }) => {
    const id = providerId(call);
    const response = asObject(result, failed);
    return { functionResponse: { ...(typeof id === "string" ? { id } : {}), name, response } };
  }),
  "gemini-interactions": each(({ id, name, content, failed }) => ({
    type: "function_result",
    call_id: id,
    name,
    result: content,
    ...(failed ? { is_error: true } : {}),
  })),
  mistral: each(({ id, name, content }) => ({ role: "tool", tool_call_id: id, name, content })),
  "mistral-conversations": each(({ id, content }) => ({ type: "function.result", tool_call_id: id, result: content })),
  bedrock: inOne("user", "content", ({ id, content, result, failed }) => ({
    toolResult: {
      toolUseId: id,
      content: [isJsonObject(result) ? { json: result } : { text: content }],
      status: failed ? "error" : "success",
    },
  })),
  ollama: each(({ name, content }) => ({ role: "tool", tool_name: name, content })),
  "cohere-v2": each(({ id, content }) => ({ role: "tool", tool_call_id: id, content })),
  "cohere-v1": each(({ call, name, result }) => ({
    call: { name, parameters: call.get("arguments") ?? null },
    outputs: [asObject(result, false)],
  })),
  langchain: each(({ id, name, content, failed }) => ({
    content,
    tool_call_id: id,
    name,
    status: failed ? "error" : "success",
  })),
  "ai-sdk": inOne("tool", "content", ({ id, name, result, failed }) => ({
    type: "tool-result",
    toolCallId: id,
    toolName: name,
    output: { type: `${failed ? "error-" : ""}${typeof result === "string" ? "text" : "json"}`, value: result },
  })),
  "ai-sdk-v4": inOne("tool", "content", ({ id, name, result, failed }) => ({
    type: "tool-result",
    toolCallId: id,
    toolName: name,
    result,
    ...(failed ? { isError: true } : {}),
  })),
  mcp: each(({ call, id, content, result, failed, unknownTool }) => ({
    jsonrpc: "2.0",
    id: providerId(call) ?? id,
    ...(unknownTool
      ? { error: { code: -32602n, message: isJsonObject(result) ? (result.get("error") ?? content) : content } }
      : { result: { content: [{ type: "text", text: content }], isError: failed } }),
  })),
};

/** One message for each answer. */
function each(write: (answer: Answer) => Written): Write {
  return (answers) => answers.map((answer) => toJson(write(answer)));
}

/** One message that holds all answers. */
function inOne(role: string, field: string, write: (answer: Answer) => Written): Write {
  return (answers) => toJson({ role, [field]: answers.map(write) });
}

/** Gemini takes objects alone, and knows a failure by the key `error`. */
function asObject(result: Json, failed: boolean): Json {
  if (failed) return isJsonObject(result) && result.has("error") ? result : new Map([["error", result]]);
  return isJsonObject(result) ? result : new Map([["output", result]]);
}

/** A message as it is written here; values of the run inside it stay what they are. */
interface Written {
  readonly [key: string]: Json | Written | readonly Written[];
}

function toJson(written: Written): JsonObject {
  return new Map(Object.entries(written).map(([key, value]) => [key, valueToJson(value)]));
}

function valueToJson(value: Json | Written | readonly (Written | Json)[]): Json {
  if (Array.isArray(value)) return (value as readonly (Written | Json)[]).map(valueToJson);
  if (typeof value !== "object" || value === null || value instanceof Map) return value as Json;
  return toJson(value as Written);
}

function textOf(object: JsonObject, key: string): string | undefined {
  const value = object.get(key);
  return typeof value === "string" ? value : undefined;
}
