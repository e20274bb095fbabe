import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import { isJsonObject, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

/** The calls of an array, and which of its members they came from. */
export interface NormalisedCalls {
  /** The array was in the normalised form and its members are used as they are (spec 01 §2). */
  readonly already: boolean;
  readonly calls: readonly ToolCall[];
  /** Position in the array of each call. */
  readonly positions: readonly number[];
  /** Positions of members that are not objects and were dropped. */
  readonly dropped: readonly number[];
}

/** Raw or normalised calls as the node takes them (spec 01 §2–3). */
export function normaliseCalls(array: JsonArray): NormalisedCalls {
  if (array.every(isNormalised)) {
    return { already: true, calls: array, positions: array.map((_, position) => position), dropped: [] };
  }
  const calls: ToolCall[] = [];
  const positions: number[] = [];
  const dropped: number[] = [];
  array.forEach((member, position) => {
    if (!isJsonObject(member)) {
      dropped.push(position);
      return;
    }
    calls.push(normaliseCall(member, position));
    positions.push(position);
  });
  return { already: false, calls, positions, dropped };
}

function isNormalised(member: Json): member is ToolCall {
  return (
    isJsonObject(member) &&
    typeof member.get("name") === "string" &&
    member.has("arguments") &&
    member.has("raw_arguments")
  );
}

/** One raw member at its zero-based position in the original array (spec 01 §3). */
export function normaliseCall(member: JsonObject, position: number): ToolCall {
  const id = member.get("id");
  const type = member.get("type");
  const wrapped = member.get("function");
  const inner = isJsonObject(wrapped) ? wrapped : undefined;
  const rawArguments = argumentText(inner?.has("arguments") ? inner.get("arguments") : member.get("arguments"));
  return new Map<string, Json>()
    .set("id", typeof id === "string" ? id : `call_${position + 1}`)
    .set("index", BigInt(position))
    .set("type", typeof type === "string" ? type : "function")
    .set("name", firstString(inner?.get("name"), member.get("name")) ?? "unknown")
    .set("raw_arguments", rawArguments)
    .set("arguments", parsedArguments(rawArguments))
    .set("raw_call", member);
}

function argumentText(source: Json | undefined): string {
  if (source === undefined) return "{}";
  return typeof source === "string" ? source : compactJson(source);
}

function parsedArguments(text: string): Json {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

function firstString(...values: (Json | undefined)[]): string | undefined {
  return values.find((value): value is string => typeof value === "string");
}
