import { isJsonArray, isJsonObject, type JsonObject } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { readAiSdkMessage, readAiSdkPart, readUiMessage, readUiPart } from "./formats/ai-sdk.ts";
import { readAnthropicBlock, readAnthropicMessage } from "./formats/anthropic.ts";
import { readBedrockBlock, readBedrockMessage } from "./formats/bedrock.ts";
import { readCohereAnswer, readCohereCall } from "./formats/cohere-v1.ts";
import { readInteractionsStep, readMistralEntry } from "./formats/entries.ts";
import { readGeminiContent, readGeminiPart } from "./formats/gemini.ts";
import { readLangChainCall, readLangChainMessage } from "./formats/langchain.ts";
import { readMcpMessage } from "./formats/mcp.ts";
import { readChatCall, readChatMessage, readLegacyMessage, readToolMessage } from "./formats/openai-chat.ts";
import { readResponsesItem } from "./formats/openai-responses.ts";
import { readSpeech } from "./formats/speech.ts";
import type { Piece } from "./found.ts";
import { fieldOf, itemsOf, type Located, objectField, textField } from "./located.ts";

export type ReadItem = (item: Located<JsonObject>) => Piece | undefined;

/** In this order; the first that finds its own marks reads the item. Single calls come after messages and items. */
const READERS: readonly ReadItem[] = [
  readMcpMessage,
  readResponsesItem,
  readInteractionsStep,
  readMistralEntry,
  readAnthropicMessage,
  readBedrockMessage,
  readUiMessage,
  readAiSdkMessage,
  readGeminiContent,
  readLangChainMessage,
  readCohereAnswer,
  readChatMessage,
  readLegacyMessage,
  readToolMessage,
  readSpeech,
  readAnthropicBlock,
  readBedrockBlock,
  readUiPart,
  readAiSdkPart,
  readGeminiPart,
  readLangChainCall,
  readCohereCall,
  readChatCall,
];

export function readItem(item: Located<JsonObject>): Piece | undefined {
  for (const read of READERS) {
    const found = read(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** An item that was recognised, and where in the paste's envelopes it stood. */
export interface OpenedItem {
  readonly item: Located<JsonObject>;
  readonly piece: Piece;
  /** One of several answers to the same question, `choices` or `candidates`: its number and what they share. */
  readonly alternative?: Alternative;
}

export interface Alternative {
  readonly number: number;
  readonly of: SourceNode;
}

/** Fields in which answers, requests and logs carry what is meant, nearest first. */
const ENVELOPES = [
  "output",
  "outputs",
  "messages",
  "contents",
  "input",
  "steps",
  "entries",
  "message",
  "content",
  "chat_history",
  "response",
  "body",
  "kwargs",
  "data",
  "payload",
  "result",
  "toolCalls",
  "tool_calls",
] as const;
const DEEPEST_ENVELOPE = 8;

/** Every message, item and call of a paste, out of whatever it is wrapped in. */
export function openItems(pasted: Located, depth = 0): readonly OpenedItem[] {
  if (isJsonArray(pasted.value)) {
    return depth > DEEPEST_ENVELOPE ? [] : itemsOf(pasted).flatMap((one) => openItems(one, depth + 1));
  }
  if (!isJsonObject(pasted.value) || depth > DEEPEST_ENVELOPE) return [];
  const item = { value: pasted.value, node: pasted.node };
  const found = readItem(item);
  return found === undefined ? openEnvelope(item, depth) : [{ item, piece: found }];
}

function openEnvelope(item: Located<JsonObject>, depth: number): readonly OpenedItem[] {
  const request = objectField(item, "request");
  const response = objectField(item, "response");
  if (request !== undefined && response !== undefined)
    return [...openItems(request, depth + 1), ...openItems(response, depth + 1)];
  for (const key of ["choices", "candidates"]) {
    const list = fieldOf(item, key);
    if (list !== undefined && isJsonArray(list.value)) return openAlternatives(list, depth);
  }
  for (const key of ENVELOPES) {
    const inner = fieldOf(item, key);
    const opened = inner === undefined ? [] : openItems(inner, depth + 1);
    if (opened.length > 0) return opened;
  }
  return [];
}

function openAlternatives(list: Located, depth: number): readonly OpenedItem[] {
  const several = isJsonArray(list.value) && list.value.length > 1;
  return itemsOf(list).flatMap((choice, number) =>
    openItems(choice, depth + 1).map((opened) =>
      several ? { ...opened, alternative: { number, of: list.node } } : opened,
    ),
  );
}

/** Why an answer without calls ended, in the provider's own words. */
export function stopReasons(pasted: Located, depth = 0): readonly string[] {
  if (isJsonArray(pasted.value)) {
    return depth > 3 ? [] : itemsOf(pasted).flatMap((one) => stopReasons(one, depth + 1));
  }
  if (!isJsonObject(pasted.value)) return [];
  const item = { value: pasted.value, node: pasted.node };
  const own = ["finish_reason", "finishReason", "stop_reason", "stopReason", "finishMessage", "refusal"].flatMap(
    (key) => textField(item, key) ?? [],
  );
  const inner = ["choices", "candidates", "message", "response", "output"].flatMap((key) => {
    const field = fieldOf(item, key);
    return field === undefined || depth > 3 ? [] : stopReasons(field, depth + 1);
  });
  return [...own, ...inner];
}
