import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import type { FormatName } from "../format-name.ts";
import {
  argumentParts,
  type CallParts,
  type FoundCall,
  foundAnswer,
  foundCall,
  type Piece,
  piece,
  withFields,
} from "../found.ts";
import { fieldOf, itemsOf, type Located, objectField, textField } from "../located.ts";

/**
 * A message with `tool_calls` whose calls have a `function` or a `custom` part: OpenAI Chat and all who speak it, and
 * Mistral, Ollama and Cohere v2, whose calls differ in details (spec 10 §1).
 */
export function readChatMessage(item: Located<JsonObject>): Piece | undefined {
  const list = fieldOf(item, "tool_calls");
  if (list === undefined || !isJsonArray(list.value) || list.value.length === 0) return undefined;
  const members = itemsOf(list);
  if (!members.some((member) => isJsonObject(member.value) && isChatCall(member.value))) return undefined;
  const calls = members.map(chatCall);
  return piece(chatDialect(item.value, calls), { calls, whole: true });
}

/** One call that stands by itself. */
export function readChatCall(item: Located<JsonObject>): Piece | undefined {
  const { value } = item;
  if (value.has("role") || value.has("call_id")) return undefined;
  const plain = typeof value.get("name") === "string" && value.has("arguments") && !isInteraction(value);
  if (!isChatCall(value) && !plain) return undefined;
  return piece("openai-chat", { calls: [chatCall(item)] });
}

/** The deprecated `function_call` of a message: one call, without an id. */
export function readLegacyMessage(item: Located<JsonObject>): Piece | undefined {
  const call = objectField(item, "function_call");
  if (call === undefined || call.value.has("args")) return undefined;
  return piece("openai-legacy", { calls: [chatCall(call)], whole: true });
}

function isInteraction(value: JsonObject): boolean {
  return value.get("type") === "function_call" || value.get("type") === "function.call";
}

function isChatCall(call: JsonObject): boolean {
  return isJsonObject(call.get("function")) || isJsonObject(call.get("custom"));
}

export function chatCall(member: Located): FoundCall {
  if (!isJsonObject(member.value)) return { raw: member.value, node: member.node, asIs: true, parts: undefined };
  const call = { value: member.value, node: member.node };
  const custom = objectField(call, "custom");
  if (custom !== undefined && objectField(call, "function") === undefined) {
    return foundCall(
      call,
      { id: fieldOf(call, "id"), name: fieldOf(custom, "name"), arguments: fieldOf(custom, "input") },
      "free",
    );
  }
  const inner = objectField(call, "function");
  const innerArguments = inner === undefined ? undefined : fieldOf(inner, "arguments");
  const args = innerArguments ?? fieldOf(call, "arguments");
  const name = inner !== undefined && typeof inner.value.get("name") === "string" ? inner : call;
  const fields = { id: fieldOf(call, "id"), name: fieldOf(name, "name"), arguments: args };
  const parts: CallParts = {
    name: fields.name?.value,
    id: fields.id?.value,
    type: textField(call, "type") ?? "function",
    ...argumentParts(args?.value, "text"),
  };
  return { raw: call.value, node: withFields(call.node, fields), asIs: true, parts };
}

function chatDialect(message: JsonObject, calls: readonly FoundCall[]): FormatName {
  if (message.has("tool_plan")) return "cohere-v2";
  const raw = calls.flatMap((call) => (isJsonObject(call.raw) ? [call.raw] : []));
  const objects = raw.some((call) => !isText(inFunction(call, "arguments")));
  const ids = raw.map((call) => call.get("id"));
  if (ids.length > 0 && ids.every((id) => id === "null" || (typeof id === "string" && /^[A-Za-z0-9]{9}$/.test(id))))
    return "mistral";
  const fromOllama = objects && raw.every((call) => !call.has("type") || inFunction(call, "index") !== undefined);
  return fromOllama ? "ollama" : "openai-chat";
}

function inFunction(call: JsonObject, key: string): Json | undefined {
  const inner = call.get("function");
  return isJsonObject(inner) ? inner.get(key) : undefined;
}

function isText(value: Json | undefined): boolean {
  return value === undefined || value === null || typeof value === "string";
}

/** Messages that answer calls, in the shapes of OpenAI, Ollama and LangChain. */
export function readToolMessage({ value, node }: Located<JsonObject>): Piece | undefined {
  const role = textField({ value, node }, "role") ?? textField({ value, node }, "type");
  const content = value.get("content");
  if (role === "function" && typeof value.get("name") === "string" && !value.has("parameters"))
    return piece("openai-legacy", { answers: [foundAnswer(node, { name: value.get("name"), content })], ends: true });
  if (role !== "tool" || isBlocks(content)) return undefined;
  const ollama = value.has("tool_name");
  const name = value.get(ollama ? "tool_name" : "name");
  const answer = foundAnswer(node, { id: value.get("tool_call_id"), name, content });
  return piece(ollama ? "ollama" : "openai-chat", { answers: [answer], ends: true });
}

function isBlocks(content: Json | undefined): boolean {
  return (
    content !== undefined &&
    isJsonArray(content) &&
    content.some((block) => isJsonObject(block) && block.get("type") === "tool-result")
  );
}
