import type { Json, JsonObject } from "../../vocabulary/json.ts";
import {
  type FoundAnswer,
  foundAnswer,
  foundCall,
  messageOf,
  type Piece,
  piece,
  type SkippedCall,
  type SkipReason,
  skippedCall,
} from "../found.ts";
import { fieldOf, type Located, objectsAt, objectsIn, textField } from "../located.ts";

/** A model message whose `content` holds parts `tool-call` or `tool-result`. */
export function readAiSdkMessage(item: Located<JsonObject>): Piece | undefined {
  return messageOf(objectsAt(item, "content").flatMap((part) => readAiSdkPart(part) ?? []));
}

/** One part by itself: `input` since version 5, `args` before; at provider level the input is JSON text. */
export function readAiSdkPart(part: Located<JsonObject>): Piece | undefined {
  const type = textField(part, "type");
  const isCall = type === "tool-call" || (type === undefined && part.value.has("toolCallId"));
  if (isCall && part.value.has("toolName") && !part.value.has("result") && !part.value.has("output")) {
    const format = part.value.has("args") ? "ai-sdk-v4" : "ai-sdk";
    if (part.value.get("providerExecuted") === true)
      return piece(format, { skipped: [skipped(part, "provider_executed")] });
    const fields = {
      id: fieldOf(part, "toolCallId"),
      name: fieldOf(part, "toolName"),
      arguments: fieldOf(part, "input") ?? fieldOf(part, "args"),
    };
    return piece(format, { calls: [foundCall(part, fields, noneIfNull(fields.arguments))] });
  }
  if (type !== "tool-result") return undefined;
  const content = part.value.get("output") ?? part.value.get("result");
  return piece("ai-sdk", { answers: [answer(part, content)], ends: true });
}

/** A UI message: its tool parts have states, and only `input-available` and what was approved is to be run. */
export function readUiMessage(item: Located<JsonObject>): Piece | undefined {
  const list = fieldOf(item, "parts") ?? fieldOf(item, "content");
  const parts = objectsIn(list).filter((part) => uiName(part) !== undefined && part.value.has("state"));
  if (parts.length > 0) return messageOf(uiPieces(parts));
  return messageOf(objectsAt(item, "toolInvocations").map(invocation));
}

/** UI parts by themselves. */
export function readUiPart(part: Located<JsonObject>): Piece | undefined {
  if (uiName(part) === undefined || !part.value.has("state")) return undefined;
  const [only] = uiPieces([part]);
  return only;
}

/** Parts that are done are answered calls where nothing waits; beside a call that waits they are left out. */
function uiPieces(parts: readonly Located<JsonObject>[]): readonly Piece[] {
  const waits = parts.some((part) => stateOf(part) === "run");
  return parts.map((part) => {
    const state = stateOf(part);
    const call = piece("ai-sdk-ui", { calls: [uiCall(part)] });
    if (state === "run") return call;
    if (state !== "answered" || waits) return piece("ai-sdk-ui", { skipped: [skipped(part, state)] });
    return { ...call, answers: [answer(part, part.value.get("output") ?? part.value.get("errorText"))] };
  });
}

function uiCall(part: Located<JsonObject>) {
  const input = fieldOf(part, "input") ?? fieldOf(part, "args");
  const fields = { id: fieldOf(part, "toolCallId"), name: nameField(part), arguments: input };
  return foundCall(part, fields, noneIfNull(input));
}

function noneIfNull(input: Located | undefined): "value" | "text" {
  return input === undefined || input.value === null ? "value" : "text";
}

function stateOf(part: Located<JsonObject>): SkipReason | "run" {
  if (part.value.get("providerExecuted") === true) return "provider_executed";
  const state = textField(part, "state") ?? "";
  if (state === "input-available" || state === "call") return "run";
  if (state === "approval-responded") return isApproved(part) ? "run" : "answered";
  if (state === "approval-requested") return "awaits_approval";
  return state === "input-streaming" || state === "partial-call" ? "partial" : "answered";
}

function isApproved(part: Located<JsonObject>): boolean {
  const approval = part.value.get("approval");
  return approval instanceof Map && approval.get("approved") === true;
}

/** The tool invocations of version 4: one object with a state. */
function invocation(part: Located<JsonObject>): Piece {
  const state = stateOf(part);
  if (state === "partial") return piece("ai-sdk-v4", { skipped: [skipped(part, "partial")] });
  const call = piece("ai-sdk-v4", { calls: [uiCall(part)] });
  return state === "run" ? call : { ...call, answers: [answer(part, part.value.get("result"))] };
}

function uiName(part: Located<JsonObject>): string | undefined {
  const type = textField(part, "type") ?? "";
  if (type === "dynamic-tool") return textField(part, "toolName");
  return type.startsWith("tool-") && part.value.has("toolCallId") ? type.slice("tool-".length) : undefined;
}

function nameField(part: Located<JsonObject>): Located | undefined {
  const name = uiName(part);
  const field = fieldOf(part, "toolName");
  if (field !== undefined || name === undefined) return field;
  return { value: name, node: fieldOf(part, "type")?.node ?? part.node };
}

function skipped(part: Located<JsonObject>, reason: SkipReason): SkippedCall {
  return skippedCall(part.node, reason, part.value.get("toolCallId"), nameField(part)?.value);
}

function answer(part: Located<JsonObject>, content: Json | undefined): FoundAnswer {
  return foundAnswer(part.node, { id: part.value.get("toolCallId"), content });
}
