import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import { fieldOf, type Located, objectField, objectsIn, textField } from "./located.ts";

export type FormatName = "openai-chat" | "openai-legacy" | "openai-responses" | "anthropic" | "gemini";

/** Calls found in a paste: as they are where the node reads their shape itself (spec 01 §2–3), else normalised. */
export interface FoundCalls {
  readonly format: FormatName;
  readonly calls: readonly Located<JsonObject>[];
}

type Find = (pasted: Located) => FoundCalls | undefined;

/** In this order; the first that finds its own marks decides. */
export const FORMATS: readonly Find[] = [openaiResponses, anthropic, gemini, openaiChat, openaiLegacy];

/** `choices[0].message.tool_calls`, a message, an object with `tool_calls`, an array of calls, one call. */
function openaiChat(pasted: Located): FoundCalls | undefined {
  const message = chatMessage(pasted);
  const list = message === undefined ? undefined : fieldOf(message, "tool_calls");
  if (list !== undefined && isJsonArray(list.value))
    return { format: "openai-chat", calls: chatCalls(objectsIn(list)) };
  const members = isJsonObject(pasted.value) ? [{ value: pasted.value, node: pasted.node }] : objectsIn(pasted);
  const isCall = (call: Located<JsonObject>) =>
    objectField(call, "function") !== undefined ||
    objectField(call, "custom") !== undefined ||
    textField(call, "name") !== undefined;
  return members.length > 0 && members.every(isCall) ? { format: "openai-chat", calls: chatCalls(members) } : undefined;
}

/** Calls as they are; beside a custom tool's, whose input is free text (spec 10 §5), all in the normalised form. */
function chatCalls(calls: readonly Located<JsonObject>[]): readonly Located<JsonObject>[] {
  if (!calls.some((call) => objectField(call, "custom") !== undefined)) return calls;
  return calls.map((call, index) => ({ node: call.node, value: normalisedChatCall(call, index) }));
}

function normalisedChatCall(call: Located<JsonObject>, index: number): ToolCall {
  const { value } = call;
  const input = objectField(call, "custom")?.value.get("input");
  if (typeof input === "string") {
    return normalised(value, index, objectField(call, "custom")?.value.get("name"), value.get("id"), input, input);
  }
  const inner = objectField(call, "function")?.value ?? value;
  const given = inner.get("arguments");
  const raw = given === undefined ? "{}" : typeof given === "string" ? given : compactJson(given);
  return normalised(value, index, inner.get("name"), value.get("id"), raw, parsed(raw));
}

/** The assistant message of an answer, of a conversation its last one with calls. */
function chatMessage(pasted: Located): Located<JsonObject> | undefined {
  if (isJsonArray(pasted.value))
    return objectsIn(pasted).findLast((message) => message.value.has("tool_calls") && message.value.has("role"));
  if (!isJsonObject(pasted.value)) return undefined;
  const whole = { value: pasted.value, node: pasted.node };
  const [choice] = objectsIn(fieldOf(whole, "choices"));
  if (choice !== undefined) return objectField(choice, "message") ?? objectField(choice, "delta");
  const inner = objectField(whole, "message");
  return inner?.value.has("tool_calls") ? inner : whole;
}

/** The deprecated `function_call` of a message: one call, without an id. */
function openaiLegacy(pasted: Located): FoundCalls | undefined {
  const message = chatMessage(pasted);
  const call = message === undefined ? undefined : objectField(message, "function_call");
  return call === undefined ? undefined : { format: "openai-legacy", calls: [call] };
}

/** Items `function_call` of `output`: `call_id` is what an answer refers to, `id` names the item. */
function openaiResponses(pasted: Located): FoundCalls | undefined {
  const items = listOf(pasted, "output").filter((item) =>
    /^(function|custom_tool)_call$/.test(textField(item, "type") ?? ""),
  );
  const calls = items.filter((item) => item.value.has("call_id"));
  if (calls.length === 0) return undefined;
  return {
    format: "openai-responses",
    calls: calls.map((item, index) => {
      const { value, node } = item;
      const raw = textField(item, "arguments") ?? textField(item, "input") ?? "{}";
      const args = textField(item, "type") === "custom_tool_call" ? raw : parsed(raw);
      return { node, value: normalised(value, index, value.get("name"), value.get("call_id"), raw, args) };
    }),
  };
}

/** Blocks `tool_use` of `content`; what the provider ran itself (`server_tool_use`) is not for us. */
function anthropic(pasted: Located): FoundCalls | undefined {
  const blocks = listOf(pasted, "content").filter((block) => textField(block, "type") === "tool_use");
  if (blocks.length === 0) return undefined;
  return {
    format: "anthropic",
    calls: blocks.map(({ value, node }, index) => {
      const input = value.get("input") ?? null;
      const args = input === null ? new Map<string, Json>() : input;
      return { node, value: normalised(value, index, value.get("name"), value.get("id"), compactJson(args), args) };
    }),
  };
}

/** Parts `functionCall` of `candidates[0].content.parts`; arguments may be missing, and ids often are. */
function gemini(pasted: Located): FoundCalls | undefined {
  const parts = geminiParts(pasted).flatMap((part) => {
    const call = objectField(part, "functionCall") ?? objectField(part, "function_call");
    return call?.value.has("name") && !call.value.has("arguments") ? [{ part, call: call.value }] : [];
  });
  if (parts.length === 0) return undefined;
  return {
    format: "gemini",
    // The whole part is kept: what stands beside the call must go back with the answer.
    calls: parts.map(({ part, call }, index) => {
      const args = call.get("args") ?? new Map<string, Json>();
      return {
        node: part.node,
        value: normalised(part.value, index, call.get("name"), call.get("id"), compactJson(args), args),
      };
    }),
  };
}

function geminiParts(pasted: Located): readonly Located<JsonObject>[] {
  if (!isJsonObject(pasted.value)) return objectsIn(pasted);
  const whole = { value: pasted.value, node: pasted.node };
  const [candidate] = objectsIn(fieldOf(whole, "candidates"));
  const content = objectField(candidate ?? whole, "content") ?? whole;
  const parts = objectsIn(fieldOf(content, "parts"));
  return parts.length > 0 ? parts : [whole];
}

/** The items of the field, of the array itself, or the one object alone. */
function listOf(pasted: Located, field: string): readonly Located<JsonObject>[] {
  if (!isJsonObject(pasted.value)) {
    const messages = objectsIn(pasted).filter((item) => item.value.has("role") && isJsonArray(item.value.get(field)));
    const last = messages.at(-1);
    return last === undefined ? objectsIn(pasted) : objectsIn(fieldOf(last, field));
  }
  const whole = { value: pasted.value, node: pasted.node };
  const list = fieldOf(whole, field);
  return list !== undefined && isJsonArray(list.value) ? objectsIn(list) : [whole];
}

/** The normalised form (spec 01 §3) with the values as they are; an id that is no string stays what it is. */
function normalised(
  raw: JsonObject,
  index: number,
  name: Json | undefined,
  id: Json | undefined,
  rawArguments: string,
  args: Json,
): ToolCall {
  return new Map<string, Json>([
    ["id", id ?? `call_${index + 1}`],
    ["index", BigInt(index)],
    ["type", textOr(raw.get("type"), "function")],
    ["name", typeof name === "string" ? name : "unknown"],
    ["raw_arguments", rawArguments],
    ["arguments", args],
    ["raw_call", raw],
  ]);
}

function textOr(value: Json | undefined, standard: string): string {
  return typeof value === "string" ? value : standard;
}

function parsed(text: string): Json {
  const result = parseJson(text);
  return result.ok ? result.value : text;
}
