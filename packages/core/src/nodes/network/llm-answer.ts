import { callName } from "../../normalise/call-fields.ts";
import { normaliseCalls } from "../../normalise/normalise-calls.ts";
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../../vocabulary/json.ts";
import type { LlmMode } from "./llm-endpoint.ts";

/** What a model said: the keys of spec 07 §6 that come from the answer, without their prefix. */
export function llmAnswer(raw: Json, mode: LlmMode): [string, Json][] {
  const calls = mode === "chat" ? toolCalls(raw) : [];
  const normalised = normaliseCalls(calls).calls;
  const reply = mode === "chat" ? chatReply(raw) : responsesReply(raw);
  const usage = isJsonObject(raw) ? raw.get("usage") : undefined;
  return [
    ["raw", raw],
    ...(usage === undefined ? [] : [["usage", usage] as [string, Json]]),
    ["text", reply || (calls.length > 0 ? "<tool call requested>" : "<no reply>")],
    ["tool_calls", calls],
    ["tool_calls_normalized", normalised],
    ["tool_call_needed", calls.length > 0],
    ["tool_call_names", normalised.map(callName)],
  ];
}

/** The objects among the calls of the first choice; a streamed choice has a `delta` instead of a `message`. */
function toolCalls(raw: Json): JsonArray {
  const choice = firstChoice(raw);
  const message = choice?.get("message") ?? choice?.get("delta");
  const calls = isJsonObject(message) ? message.get("tool_calls") : undefined;
  return isJsonArray(calls) ? calls.filter(isJsonObject) : [];
}

function chatReply(raw: Json): string {
  const choice = firstChoice(raw);
  const message = choice?.get("message");
  const content = isJsonObject(message) ? textIn(message.get("content")) : "";
  return content || textIn(choice?.get("text")) || textIn(choice?.get("content"));
}

function responsesReply(raw: Json): string {
  if (!isJsonObject(raw)) return "";
  const text = raw.get("output_text");
  return typeof text === "string" && text !== "" ? text : textIn(raw.get("output"));
}

function firstChoice(raw: Json): JsonObject | undefined {
  const choices = isJsonObject(raw) ? raw.get("choices") : undefined;
  const choice = isJsonArray(choices) ? choices[0] : undefined;
  return isJsonObject(choice) ? choice : undefined;
}

/** Texts under `text` or `content`, however deep, joined by a blank. */
function textIn(value: Json | undefined): string {
  if (typeof value === "string") return value;
  if (isJsonArray(value))
    return value
      .map(textIn)
      .filter((text) => text !== "")
      .join(" ");
  return isJsonObject(value) ? textIn(value.get("text")) || textIn(value.get("content")) : "";
}
