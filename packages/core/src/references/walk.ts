import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { NullReason, ReferenceKind } from "../vocabulary/reference.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

/** What references select from. */
export interface ReferenceScope {
  readonly call: ToolCall;
  /** The parent context as the step sees it, overlay and recovery keys included. */
  readonly context: JsonObject;
}

/** Why a walk breaks. That arguments are text because they were no JSON is for whoever explains to find out. */
export type BrokenReason = Exclude<NullReason, "not-json">;

/** Follows a walk hop by hop; `resolve` does without one, `explain` keeps everything. */
export interface WalkTrace {
  kind(kind: ReferenceKind): void;
  /** A segment that was found, and what stands there. */
  found(segment: string, value: Json): void;
  /** The walk ended at `segment`, which `container` does not have. */
  broken(segment: string, reason: BrokenReason, container: Json): void;
}

const LARGEST_INDEX = 2n ** 64n - 1n;

/**
 * The value that one string of an `input` mapping selects (spec 02 §2–4): the whole path or null, never a parent
 * instead. What is no reference and no context key is the literal text itself.
 */
export function walkReference(text: string, scope: ReferenceScope, trace?: WalkTrace): Json {
  if (text.startsWith("arguments.")) {
    trace?.kind("arguments");
    return pathBelow("arguments", scope.call.get("arguments"), text.slice(10), scope.call, trace);
  }
  if (text.startsWith("call.")) {
    trace?.kind("call");
    return pathBelow("call", scope.call, text.slice(5), scope.call, trace);
  }
  if (text.startsWith("ctx.")) {
    trace?.kind("context");
    return contextPath(text.slice(4), scope.context, trace);
  }
  switch (text) {
    case "arguments":
      trace?.kind("arguments");
      return whole("arguments", scope.call.get("arguments"), scope.call, trace);
    case "call":
      trace?.kind("call");
      return whole("call", scope.call, scope.call, trace);
    case "tool_name":
      trace?.kind("tool_name");
      return whole("name", scope.call.get("name"), scope.call, trace);
    case "tool_call_id":
      trace?.kind("tool_call_id");
      return whole("id", scope.call.get("id"), scope.call, trace);
  }
  const selected = scope.context.get(text);
  if (selected === undefined) {
    trace?.kind("literal");
    return text;
  }
  trace?.kind("context-key");
  trace?.found(text, selected);
  return selected;
}

/** A root that the call may not have. */
function whole(segment: string, value: Json | undefined, call: ToolCall, trace: WalkTrace | undefined): Json {
  if (value === undefined) {
    trace?.broken(segment, "missing-key", call);
    return null;
  }
  trace?.found(segment, value);
  return value;
}

function pathBelow(
  root: string,
  value: Json | undefined,
  path: string,
  call: ToolCall,
  trace: WalkTrace | undefined,
): Json {
  if (value === undefined) return whole(root, undefined, call, trace);
  trace?.found(root, value);
  return walkPath(value, path, trace);
}

/** Spec 02 §4: the part before the first dot is a context key, taken literally. */
function contextPath(path: string, context: JsonObject, trace: WalkTrace | undefined): Json {
  const dot = path.indexOf(".");
  const key = dot < 0 ? path : path.slice(0, dot);
  const value = context.get(key);
  if (key === "") trace?.broken(key, "empty-segment", context);
  else if (value === undefined) trace?.broken(key, "no-context-key", context);
  else {
    trace?.found(key, value);
    return dot < 0 ? value : walkPath(value, path.slice(dot + 1), trace);
  }
  return null;
}

/** Spec 02 §3, segment by segment. */
function walkPath(root: Json, path: string, trace: WalkTrace | undefined): Json {
  let current = root;
  for (let start = 0; start <= path.length; ) {
    const dot = path.indexOf(".", start);
    const segment = path.slice(start, dot < 0 ? undefined : dot);
    const next = segment === "" ? undefined : step(current, segment);
    if (next === undefined) {
      trace?.broken(segment, whyBroken(current, segment), current);
      return null;
    }
    trace?.found(segment, next);
    current = next;
    if (dot < 0) break;
    start = dot + 1;
  }
  return current;
}

function step(current: Json, segment: string): Json | undefined {
  if (isArrayIndex(segment)) return isJsonArray(current) ? current[Number(segment)] : undefined;
  return isJsonObject(current) ? current.get(segment) : undefined;
}

function whyBroken(current: Json, segment: string): BrokenReason {
  if (segment === "") return "empty-segment";
  if (isArrayIndex(segment)) return isJsonArray(current) ? "out-of-range" : "wrong-container";
  return isJsonObject(current) ? "missing-key" : "wrong-container";
}

/** Digits, a leading `+` and leading zeros allowed, at most 2⁶⁴−1 (spec 02 §3). */
function isArrayIndex(segment: string): boolean {
  const first = segment.charCodeAt(0);
  // Most segments are names: one look at the first character tells.
  if (!(first >= 0x30 && first <= 0x39) && first !== 0x2b) return false;
  return /^\+?[0-9]+$/.test(segment) && (segment.length < 20 || BigInt(segment.replace("+", "")) <= LARGEST_INDEX);
}
