import type { JsonObject } from "../../vocabulary/json.ts";
import type { Located } from "../located.ts";
import { isAnthropicEvent, isBedrockEvent, readAnthropicEvents, readBedrockEvents } from "./block-events.ts";
import { isChatChunk, readChatChunks } from "./chat-chunks.ts";
import {
  isAiSdkEvent,
  isCohereEvent,
  isCohereV1Event,
  isLangChainChunk,
  readAiSdkEvents,
  readCohereEvents,
  readCohereV1Events,
  readLangChainChunks,
} from "./named-events.ts";
import { isResponsesEvent, readResponsesEvents } from "./responses-events.ts";
import type { StreamedTurn } from "./streamed-turn.ts";
import { isGeminiChunk, isOllamaChunk, readGeminiChunks, readOllamaChunks } from "./whole-call-chunks.ts";

interface StreamFormat {
  readonly is: (item: Located<JsonObject>) => boolean;
  readonly read: (items: readonly Located<JsonObject>[]) => readonly StreamedTurn[];
  /** One such object alone is an answer by itself, not a stream of one. */
  readonly onlySeveral?: boolean;
}

const STREAMS: readonly StreamFormat[] = [
  { is: isResponsesEvent, read: readResponsesEvents },
  { is: isAnthropicEvent, read: readAnthropicEvents },
  { is: isBedrockEvent, read: readBedrockEvents },
  { is: isChatChunk, read: readChatChunks },
  { is: isCohereEvent, read: readCohereEvents },
  { is: isCohereV1Event, read: readCohereV1Events },
  { is: isAiSdkEvent, read: readAiSdkEvents },
  { is: isLangChainChunk, read: readLangChainChunks },
  { is: isGeminiChunk, read: readGeminiChunks, onlySeveral: true },
  { is: isOllamaChunk, read: readOllamaChunks, onlySeveral: true },
];

/**
 * The turns of a stream, when the objects are its chunks or events (spec 10 §2); else undefined. Outside of server-sent
 * events one whole message among them says that they are a log.
 */
export function readStreams(
  items: readonly Located<JsonObject>[],
  areEvents: boolean,
): readonly StreamedTurn[] | undefined {
  if (!areEvents && items.some(({ value }) => value.has("role"))) return undefined;
  for (const { is, read, onlySeveral } of STREAMS) {
    const own = items.filter(is).length;
    if (own > 0 && (onlySeveral !== true || (own === items.length && (own > 1 || areEvents)))) return read(items);
  }
  return undefined;
}
