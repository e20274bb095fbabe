import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { Settings } from "../settings.ts";
import { fillJson } from "./fill-json.ts";
import type { LlmMode } from "./llm-endpoint.ts";

/** The body of the request (spec 07 §6): what the settings say, `extra` merged last. */
export function llmBody(settings: Settings, mode: LlmMode, model: string): JsonObject {
  const body = new Map<string, Json>([["model", model]]);
  if (mode === "chat") body.set("messages", chatMessages(settings));
  else for (const [key, value] of responsesInput(settings)) body.set(key, value);
  const tools = toolsOf(settings);
  if (tools !== undefined) body.set("tools", tools);
  copy(settings, body, ["tool_choice", "response_format"]);
  const temperature = settings.number("temperature");
  if (temperature !== undefined && !FIXED_TEMPERATURE.test(model)) body.set("temperature", temperature);
  for (const [key, value] of tokenLimits(settings, mode)) body.set(key, value);
  const extra = settings.value("extra");
  if (isJsonObject(extra)) for (const [key, value] of extra) body.set(key, value);
  return body;
}

/** Models that take no temperature but their own. */
const FIXED_TEMPERATURE = /^(o1|o3|gpt-5)/i;

function chatMessages(settings: Settings): JsonArray {
  const messages = settings.value("messages");
  const key = settings.optionalText("messages_key");
  if (isJsonArray(messages) && key !== undefined) {
    throw new NodeFault("llm: provide either 'messages' or 'messages_key', not both");
  }
  if (isJsonArray(messages)) return messages.map((message) => fillJson(message, settings.context));
  if (key !== undefined) return settings.contextValue(key).asArray();
  const user = message("user", promptOf(settings));
  const system = systemPrompt(settings);
  return system === undefined ? [user] : [message("system", system), user];
}

function message(role: string, content: string): JsonObject {
  return new Map([
    ["role", role],
    ["content", content],
  ]);
}

function responsesInput(settings: Settings): [string, Json][] {
  if (settings.has("messages") || settings.has("messages_key")) {
    throw new NodeFault(
      "llm: 'messages' and 'messages_key' are for chat mode; responses mode takes 'prompt' or 'input_key'",
    );
  }
  const system = systemPrompt(settings);
  return [["input", promptOf(settings)], ...(system === undefined ? [] : [["instructions", system] as [string, Json]])];
}

function promptOf(settings: Settings): string {
  if (settings.optionalText("prompt") !== undefined) return settings.filled("prompt");
  const key = settings.optionalText("input_key");
  if (key !== undefined) return settings.contextValue(key).asText();
  throw new NodeFault("llm: either 'prompt', 'input_key', 'messages', or 'messages_key' is required");
}

function systemPrompt(settings: Settings): string | undefined {
  const key = ["system_prompt", "system"].find((name) => settings.optionalText(name) !== undefined);
  return key === undefined ? undefined : settings.filled(key);
}

/** An array, or one object alone. */
function toolsOf(settings: Settings): JsonArray | undefined {
  const tools = settings.value("tools");
  if (isJsonArray(tools)) return tools;
  return isJsonObject(tools) && tools.size > 0 ? [tools] : undefined;
}

function tokenLimits(settings: Settings, mode: LlmMode): [string, Json][] {
  const tokens = settings.whole("max_tokens");
  const outputTokens = settings.whole("max_output_tokens");
  if (mode === "responses") {
    const limit = outputTokens ?? tokens;
    return limit === undefined ? [] : [["max_output_tokens", limit]];
  }
  const limits: [string, Json][] = [];
  if (tokens !== undefined) limits.push(["max_tokens", tokens]);
  if (outputTokens !== undefined) limits.push(["max_completion_tokens", outputTokens]);
  return limits;
}

function copy(settings: Settings, body: Map<string, Json>, keys: readonly string[]): void {
  for (const key of keys) {
    const value = settings.value(key);
    if (value !== undefined && value !== null) body.set(key, value);
  }
}
