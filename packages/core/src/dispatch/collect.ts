import type { CallOutcome } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";

/** A call that has an entry and a message. */
export type HandledCall = Extract<CallOutcome, { entry: JsonObject }>;

/** The six published keys (spec 01 §5). */
export function collectOutput(outputKey: string, handled: readonly HandledCall[]): JsonObject {
  const entries = handled.map((call) => call.entry);
  const errors = handled.filter((call) => call.status !== "success").length;
  const byId = new Map<string, Json>();
  for (const entry of entries) {
    const id = entry.get("id");
    // A later entry of the same id replaces the earlier one, which stays in the array.
    if (typeof id === "string" && id !== "") byId.set(id, entry);
  }
  return new Map<string, Json>([
    [outputKey, entries],
    [`${outputKey}_count`, BigInt(handled.length)],
    [`${outputKey}_errors`, BigInt(errors)],
    [`${outputKey}_all_succeeded`, errors === 0],
    [`${outputKey}_messages`, handled.map((call) => call.message)],
    [`${outputKey}_by_id`, byId],
  ]);
}

/** The chat message that answers a call. */
export function toolMessage(id: string, content: string): JsonObject {
  return new Map<string, Json>().set("role", "tool").set("tool_call_id", id).set("content", content);
}
