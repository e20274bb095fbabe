import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { readResponsesItem } from "../formats/openai-responses.ts";
import type { FoundCall, SkippedCall } from "../found.ts";
import { fieldOf, type Located, objectField, textField } from "../located.ts";
import { callOf, incomplete, Slot } from "./slots.ts";
import type { StreamedTurn } from "./streamed-turn.ts";

export function isResponsesEvent(item: Located<JsonObject>): boolean {
  return textField(item, "type")?.startsWith("response.") === true;
}

/** One item of the output as it grows. */
interface Growing {
  readonly slot: Slot;
  item: Located<JsonObject>;
  /** The finished item, which tells all by itself. */
  done: Located<JsonObject> | undefined;
}

/** Events of OpenAI Responses → one turn. `.done` events and finished items carry the final text (spec 10 §2). */
export function readResponsesEvents(events: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const growing = new Map<string, Growing>();
  for (const event of events) {
    const item = objectField(event, "item");
    const index = event.value.get("output_index");
    const itemId = item === undefined ? textField(event, "item_id") : textField(item, "id");
    const key = typeof index === "bigint" ? `#${index}` : (itemId ?? "");
    const type = textField(event, "type");
    if (item !== undefined && (type === "response.output_item.added" || type === "response.output_item.done")) {
      const order = typeof index === "bigint" ? Number(index) : growing.size;
      const known = growing.get(key) ?? { slot: new Slot(order, event.node), item, done: undefined };
      growing.set(key, known);
      known.slot.seen(event.node);
      if (type === "response.output_item.done") known.done = item;
      continue;
    }
    const slot = growing.get(key)?.slot;
    if (slot === undefined) continue;
    if (type === "response.function_call_arguments.delta" || type === "response.custom_tool_call_input.delta")
      slot.append(fieldOf(event, "delta"));
    else if (type === "response.function_call_arguments.done") slot.replace(fieldOf(event, "arguments"));
    else if (type === "response.custom_tool_call_input.done") slot.replace(fieldOf(event, "input"));
    slot.seen(event.node);
  }
  return [turnOf([...growing.values()].sort((left, right) => left.slot.order - right.slot.order))];
}

function turnOf(items: readonly Growing[]): StreamedTurn {
  const calls: FoundCall[] = [];
  const skipped: SkippedCall[] = [];
  const notes = [];
  for (const { slot, item, done } of items) {
    const found = readResponsesItem(done ?? assembledItem(item, slot));
    skipped.push(...(found?.skipped ?? []));
    for (const call of found?.calls ?? []) {
      calls.push(done === undefined ? callFrom(slot, item, call) : call);
      if (done === undefined && !slot.ended) notes.push(incomplete(slot));
    }
  }
  return { format: "openai-responses", calls, skipped, notes };
}

function assembledItem(item: Located<JsonObject>, slot: Slot): Located<JsonObject> {
  const field = textField(item, "type") === "custom_tool_call" ? "input" : "arguments";
  return { value: new Map<string, Json>([...item.value, [field, slot.arguments]]), node: item.node };
}

function callFrom(slot: Slot, item: Located<JsonObject>, call: FoundCall): FoundCall {
  slot.id = fieldOf(item, "call_id");
  return { ...call, node: callOf(slot, call.raw, "text").node };
}
