import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { readAiSdkPart } from "../formats/ai-sdk.ts";
import { readCohereAnswer } from "../formats/cohere-v1.ts";
import type { FoundCall, Note, SkippedCall } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt, textField } from "../located.ts";
import { callOf, chatCallOf, incomplete, isSomeText, Slot } from "./slots.ts";
import type { StreamedTurn } from "./streamed-turn.ts";

export function isCohereEvent(item: Located<JsonObject>): boolean {
  return /^tool-(?:call-(?:start|delta|end)|plan-delta)$/.test(textField(item, "type") ?? "");
}

/** Cohere v2: `delta.message.tool_calls` is one object, joined by the index of the event (spec 10 §2). */
export function readCohereEvents(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const slots = new Map<bigint, Slot>();
  for (const event of events) {
    const index = event.value.get("index");
    if (typeof index !== "bigint") continue;
    if (textField(event, "type") === "tool-call-start") slots.set(index, new Slot(Number(index), event.node));
    const slot = slots.get(index);
    if (slot === undefined) continue;
    slot.seen(event.node);
    if (textField(event, "type") === "tool-call-end") slot.ended = true;
    const call = innerCall(event);
    if (call === undefined) continue;
    slot.id ??= fieldOf(call, "id");
    const inner = objectField(call, "function");
    if (inner === undefined) continue;
    slot.named(fieldOf(inner, "name"));
    slot.append(fieldOf(inner, "arguments"));
  }
  const sorted = [...slots.values()].sort((left, right) => left.order - right.order);
  const notes = sorted.filter((slot) => !slot.ended).map(incomplete);
  return [{ format: "cohere-v2", calls: sorted.map(chatCallOf), notes }];
}

function innerCall(event: Located<JsonObject>): Located<JsonObject> | undefined {
  const delta = objectField(event, "delta");
  const message = delta === undefined ? undefined : objectField(delta, "message");
  return message === undefined ? undefined : objectField(message, "tool_calls");
}

export function isCohereV1Event({ value }: Located<JsonObject>): boolean {
  return typeof value.get("event_type") === "string";
}

/** Cohere v1 gives the calls whole, in `tool-calls-generation` and again at the end. */
export function readCohereV1Events(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const found = events.map(
    (event) => readCohereAnswer(event) ?? readCohereAnswer(objectField(event, "response") ?? event),
  );
  const calls = found.find((one) => one !== undefined && one.calls.length > 0)?.calls ?? [];
  return [{ format: "cohere-v1", calls, notes: [] }];
}

export function isAiSdkEvent(item: Located<JsonObject>): boolean {
  return /^tool-(?:input-(?:start|delta|end|available)|call-streaming-start|call-delta)$/.test(
    textField(item, "type") ?? "",
  );
}

/** AI SDK: fragments joined by id, until the whole `tool-call` or `tool-input-available` comes. */
export function readAiSdkEvents(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const slots = new Map<string, Slot>();
  const whole = new Map<string, FoundCall | undefined>();
  const skipped: SkippedCall[] = [];
  for (const event of events) {
    const id = fieldOf(event, "toolCallId") ?? fieldOf(event, "id");
    if (!isSomeText(id?.value)) continue;
    const type = textField(event, "type");
    if (type === "tool-call" || type === "tool-input-available") {
      const value = type === "tool-call" ? event.value : new Map<string, Json>([...event.value, ["type", "tool-call"]]);
      const found = readAiSdkPart({ value, node: event.node });
      skipped.push(...(found?.skipped ?? []));
      whole.set(id.value, found?.calls[0]);
      continue;
    }
    if (type === "tool-input-start" || type === "tool-call-streaming-start") {
      const slot = new Slot(slots.size, event.node);
      slot.id = id;
      slot.named(fieldOf(event, "toolName"));
      if (!slots.has(id.value)) slots.set(id.value, slot);
    }
    const slot = slots.get(id.value);
    slot?.seen(event.node);
    if (type === "tool-input-end" && slot !== undefined) slot.ended = true;
    slot?.append(fieldOf(event, "delta") ?? fieldOf(event, "inputTextDelta") ?? fieldOf(event, "argsTextDelta"));
  }
  const notes: Note[] = [];
  const calls: FoundCall[] = [];
  for (const [id, slot] of slots) {
    if (whole.has(id)) continue;
    calls.push(partCall(slot));
    if (!slot.ended) notes.push(incomplete(slot));
  }
  return [
    { format: "ai-sdk", calls: [...[...whole.values()].flatMap((call) => call ?? []), ...calls], skipped, notes },
  ];
}

function partCall(slot: Slot): FoundCall {
  const raw = new Map<string, Json>([
    ["type", "tool-call"],
    ["toolCallId", slot.id?.value ?? null],
    ["toolName", slot.name],
    ["input", slot.arguments],
  ]);
  return callOf(slot, raw, "text");
}

/** Chunks of LangChain's AIMessageChunk. */
export function isLangChainChunk({ value }: Located<JsonObject>): boolean {
  const chunks = value.get("tool_call_chunks");
  return Array.isArray(chunks) && chunks.length > 0;
}

/** Merged only where `index` is set and equal (spec 10 §1). */
export function readLangChainChunks(messages: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const byIndex = new Map<bigint, Slot>();
  const slots: Slot[] = [];
  for (const chunk of messages.flatMap((message) => objectsAt(message, "tool_call_chunks"))) {
    const index = chunk.value.get("index");
    const known = typeof index === "bigint" ? byIndex.get(index) : undefined;
    const slot = known ?? new Slot(slots.length, chunk.node);
    if (known === undefined) slots.push(slot);
    if (typeof index === "bigint") byIndex.set(index, slot);
    slot.seen(chunk.node);
    const id = fieldOf(chunk, "id");
    if (isSomeText(id?.value)) slot.id ??= id;
    const name = fieldOf(chunk, "name");
    if (name !== undefined && isSomeText(name.value)) {
      slot.name += name.value;
      slot.nameNode ??= name.node;
    }
    slot.append(fieldOf(chunk, "args"));
  }
  return [{ format: "langchain", calls: slots.map(langChainCall), notes: [] }];
}

function langChainCall(slot: Slot): FoundCall {
  const raw = new Map<string, Json>([
    ["name", slot.name],
    ["args", slot.arguments],
    ["id", slot.id?.value ?? null],
    ["type", "tool_call"],
  ]);
  return callOf(slot, raw, "text");
}
