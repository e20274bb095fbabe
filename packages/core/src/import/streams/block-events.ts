import { parseJson } from "../../json/parse-json.ts";
import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { type FoundCall, type Note, type SkippedCall, skippedCall } from "../found.ts";
import { fieldOf, type Located, objectField, textField } from "../located.ts";
import { callOf, incomplete, Slot } from "./slots.ts";
import type { StreamedTurn } from "./streamed-turn.ts";

const ANTHROPIC =
  /^(?:message_start|message_delta|message_stop|content_block_start|content_block_delta|content_block_stop|ping)$/;

export function isAnthropicEvent(item: Located<JsonObject>): boolean {
  return ANTHROPIC.test(textField(item, "type") ?? "");
}

export function isBedrockEvent({ value }: Located<JsonObject>): boolean {
  return ["contentBlockStart", "contentBlockDelta", "contentBlockStop"].some((key) => value.has(key));
}

/** What an event of a stream of content blocks does to the block at its index. */
interface BlockEvent {
  readonly index: bigint;
  readonly start?: Located<JsonObject>;
  readonly fragment?: Located | undefined;
  readonly stop?: boolean;
}

/** Messages of Anthropic: each `message_start` begins a turn. */
export function readAnthropicEvents(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const messages: Located<JsonObject>[][] = [];
  for (const event of events) {
    if (textField(event, "type") === "message_start" || messages.length === 0) messages.push([]);
    messages.at(-1)?.push(event);
  }
  return messages.map((message) => assemble(message, anthropicEvent, anthropicBlock, "anthropic"));
}

export function readBedrockEvents(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  return [assemble(events, bedrockEvent, bedrockBlock, "bedrock")];
}

type Block = { readonly call: FoundCall } | { readonly skipped: SkippedCall } | undefined;

/**
 * Blocks in their order. What a block starts with is a placeholder, not the first fragment; text blocks count in the
 * indices too.
 */
function assemble(
  events: readonly Located<JsonObject>[],
  read: (event: Located<JsonObject>) => BlockEvent | undefined,
  finish: (start: Located<JsonObject>, slot: Slot) => Block,
  format: StreamedTurn["format"],
): StreamedTurn {
  const current = new Map<bigint, { slot: Slot; start: Located<JsonObject> }>();
  const blocks: { slot: Slot; start: Located<JsonObject> }[] = [];
  const notes: Note[] = [];
  for (const event of events) {
    const change = read(event);
    if (change === undefined) continue;
    if (change.start !== undefined) {
      const block = { slot: new Slot(Number(change.index), event.node), start: change.start };
      current.set(change.index, block);
      blocks.push(block);
      continue;
    }
    const slot = current.get(change.index)?.slot;
    if (slot === undefined) continue;
    slot.append(change.fragment);
    slot.seen(event.node);
    if (change.stop === true) slot.ended = true;
  }
  const calls: FoundCall[] = [];
  const skipped: SkippedCall[] = [];
  for (const { slot, start } of blocks.sort((left, right) => left.slot.order - right.slot.order)) {
    const block = finish(start, slot);
    if (block !== undefined && "skipped" in block) skipped.push(block.skipped);
    if (block === undefined || !("call" in block)) continue;
    calls.push(block.call);
    if (!slot.ended) notes.push(incomplete(slot));
  }
  return { format, calls, skipped, notes };
}

function anthropicEvent(event: Located<JsonObject>): BlockEvent | undefined {
  const index = event.value.get("index");
  if (typeof index !== "bigint") return undefined;
  const start = objectField(event, "content_block");
  if (start !== undefined) return { index, start };
  const delta = objectField(event, "delta");
  const fragment = delta === undefined ? undefined : fieldOf(delta, "partial_json");
  return { index, fragment, stop: textField(event, "type") === "content_block_stop" };
}

function anthropicBlock(start: Located<JsonObject>, slot: Slot): Block {
  const type = textField(start, "type");
  if (type === "server_tool_use" || type === "mcp_tool_use") {
    const { value } = start;
    return { skipped: skippedCall(slot.node, "provider_executed", value.get("id"), value.get("name")) };
  }
  if (type !== "tool_use") return undefined;
  const given = start.value.get("input");
  if (slot.text === "" && given instanceof Map && given.size > 0) slot.value = given;
  return { call: blockCall(slot, start, "id", (input) => new Map<string, Json>([...start.value, ["input", input]])) };
}

function bedrockEvent(event: Located<JsonObject>): BlockEvent | undefined {
  for (const key of ["contentBlockStart", "contentBlockDelta", "contentBlockStop"] as const) {
    const inner = objectField(event, key);
    const index = inner?.value.get("contentBlockIndex");
    if (inner === undefined || typeof index !== "bigint") continue;
    const use = objectField(objectField(inner, key === "contentBlockStart" ? "start" : "delta") ?? inner, "toolUse");
    if (key === "contentBlockStop") return { index, stop: true };
    if (key === "contentBlockStart") return { index, start: use ?? inner };
    return { index, fragment: use === undefined ? undefined : fieldOf(use, "input") };
  }
  return undefined;
}

function bedrockBlock(start: Located<JsonObject>, slot: Slot): Block {
  if (!start.value.has("toolUseId")) return undefined;
  const { value } = start;
  if (value.get("type") === "server_tool_use")
    return { skipped: skippedCall(slot.node, "provider_executed", value.get("toolUseId"), value.get("name")) };
  const raw = (input: Json) =>
    new Map<string, Json>([["toolUse", new Map<string, Json>([...start.value, ["input", input]])]]);
  return { call: blockCall(slot, start, "toolUseId", raw) };
}

function blockCall(slot: Slot, start: Located<JsonObject>, idKey: string, rawOf: (input: Json) => Json): FoundCall {
  slot.id = fieldOf(start, idKey);
  slot.named(fieldOf(start, "name"));
  // No fragment at all: a call without arguments (spec 10 §5).
  if (slot.text === "" && slot.value === undefined) slot.value = new Map();
  const input = slot.arguments;
  const parsed = typeof input === "string" ? parseJson(input) : undefined;
  return callOf(slot, rawOf(parsed?.ok === true ? parsed.value : input), "text");
}
