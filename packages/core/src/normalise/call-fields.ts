import type { Json } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

/** The name that selects the mapping: `unknown` when the call has none (spec 01 §4). */
export function callName(call: ToolCall): string {
  const name = call.get("name");
  return typeof name === "string" ? name : "unknown";
}

/** The id of entry and message: empty when the call's is not a string (spec 01 §4–5). */
export function callId(call: ToolCall): string {
  const id = call.get("id");
  return typeof id === "string" ? id : "";
}

/** Null when the call has none. */
export function callArguments(call: ToolCall): Json {
  return call.get("arguments") ?? null;
}

/** The call's own index when it is a whole number ≥ 0, else its position (spec 05 §1). */
export function callIndex(call: ToolCall, position: number): bigint {
  const index = call.get("index");
  if (typeof index === "bigint" && index >= 0n) return index;
  if (typeof index === "number" && Number.isInteger(index) && index >= 0 && !Object.is(index, -0)) return BigInt(index);
  return BigInt(position);
}
