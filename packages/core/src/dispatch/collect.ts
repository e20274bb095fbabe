import type { CallOutcome } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";

/** A call that has an entry and a message. */
export type HandledCall = Extract<CallOutcome, { entry: JsonObject }>;

/** The six published keys (spec 01 §5). */
export function collectOutput(outputKey: string, handled: readonly HandledCall[]): JsonObject {
  const entries: JsonObject[] = [];
  const messages: JsonObject[] = [];
  const byId = new Map<string, Json>();
  let errors = 0;
  for (const { entry, message, status } of handled) {
    entries.push(entry);
    messages.push(message);
    if (status !== "success") errors++;
    const id = entry.get("id");
    // A later entry of the same id replaces the earlier one, which stays in the array.
    if (typeof id === "string" && id !== "") byId.set(id, entry);
  }
  if (lastKeys.results !== outputKey) lastKeys = publishedKeys(outputKey);
  return new Map<string, Json>()
    .set(outputKey, entries)
    .set(lastKeys.count, BigInt(handled.length))
    .set(lastKeys.errors, BigInt(errors))
    .set(lastKeys.allSucceeded, errors === 0)
    .set(lastKeys.messages, messages)
    .set(lastKeys.byId, byId);
}

function publishedKeys(results: string) {
  return {
    results,
    count: `${results}_count`,
    errors: `${results}_errors`,
    allSucceeded: `${results}_all_succeeded`,
    messages: `${results}_messages`,
    byId: `${results}_by_id`,
  };
}

/** Those of the newest step: a name that was just put together is dear to look up. */
let lastKeys = publishedKeys("tool_results");

/** The chat message that answers a call. */
export function toolMessage(id: string, content: string): JsonObject {
  return new Map<string, Json>().set("role", "tool").set("tool_call_id", id).set("content", content);
}
