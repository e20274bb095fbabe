import { parseJson } from "../json/parse-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonType } from "../vocabulary/json.ts";
import type { Explanation, Hop, NullReason, ReferenceKind } from "../vocabulary/reference.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import { count, describeKind, describeValue, listKeys, quote } from "./describe-value.ts";
import { nearestKey, probableKey } from "./nearest.ts";
import { noteReference } from "./notes.ts";
import { type ReferenceScope, type WalkTrace, walkReference } from "./walk.ts";

/** Keys of a container that an explanation names at most. */
const MOST_KEYS = 100;

/** The values of an input mapping, and how each string of it got its own (spec 11 §3), in the mapping's order. */
export interface ExplainedInput {
  readonly values: Map<string, Json>;
  readonly explanations: readonly Explanation[];
}

/** `resolveInput` that also tells how: the same walk, with every hop kept. */
export function explainInput(input: JsonObject, scope: ReferenceScope): ExplainedInput {
  const explanations: Explanation[] = [];
  const values = new Map<string, Json>();
  for (const [key, value] of input) values.set(key, explainValue(escapePointer(key), value, scope, explanations));
  return { values, explanations };
}

/** One reference, explained under the input key that it stands at. */
export function explainReference(key: string, text: string, scope: ReferenceScope): Explanation {
  const trace = new HopTrace();
  const value = walkReference(text, scope, trace);
  const kind = trace.walked;
  const base = { key, reference: text, kind, hops: trace.hops, value };
  const { end } = trace;
  if (end !== undefined) {
    const reason = end.reason === "wrong-container" && isUnparsed(kind, scope.call, trace) ? "not-json" : end.reason;
    return { ...base, reason, ...keysAt(end, reason), message: brokenSentence(text, { ...end, reason }, trace, scope) };
  }
  const notes = noteReference(key, text, kind, value, scope);
  const nearest = kind === "literal" ? probableKey(text, [...scope.context.keys()]) : undefined;
  return {
    ...base,
    reason: null,
    ...(nearest === undefined ? {} : { nearest }),
    message: foundSentence(text, kind, value),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function explainValue(key: string, value: Json, scope: ReferenceScope, into: Explanation[]): Json {
  if (typeof value === "string") {
    const explanation = explainReference(key, value, scope);
    into.push(explanation);
    return explanation.value;
  }
  if (isJsonArray(value) && value.length > 0) {
    return value.map((item, index) => explainValue(`${key}/${index}`, item, scope, into));
  }
  if (isJsonObject(value) && value.size > 0) {
    const members = new Map<string, Json>();
    for (const [name, member] of value) {
      members.set(name, explainValue(`${key}/${escapePointer(name)}`, member, scope, into));
    }
    return members;
  }
  into.push(explainConstant(key, value));
  return value;
}

function explainConstant(key: string, value: Json): Explanation {
  const notes = noteReference(key, undefined, "constant", value, undefined);
  const message = `The constant ${describeValue(value)} is passed as it stands.`;
  return { key, kind: "constant", hops: [], value, reason: null, message, ...(notes.length === 0 ? {} : { notes }) };
}

interface BrokenEnd {
  readonly segment: string;
  readonly reason: NullReason;
  readonly container: Json | undefined;
}

class HopTrace implements WalkTrace {
  readonly hops: Hop[] = [];
  walked: ReferenceKind = "literal";
  end: BrokenEnd | undefined;
  /** The last value that was found. */
  last: Json | undefined;

  kind(kind: ReferenceKind): void {
    this.walked = kind;
  }

  found(segment: string, value: Json): void {
    this.hops.push({ segment, found: true, type: jsonType(value), value });
    this.last = value;
  }

  broken(segment: string, reason: NullReason, container: Json | undefined): void {
    this.hops.push({ segment, found: false });
    this.end = { segment, reason, container };
  }
}

/** The arguments are text because they were no JSON, so that no path can match. */
function isUnparsed(kind: ReferenceKind, call: ToolCall, trace: HopTrace): boolean {
  if (kind !== "arguments" || trace.hops.length !== 2) return false;
  const text = call.get("arguments");
  return typeof text === "string" && text === call.get("raw_arguments") && !parseJson(text).ok;
}

function keysAt(end: BrokenEnd, reason: NullReason): { keys?: readonly string[]; nearest?: string } {
  if ((reason !== "missing-key" && reason !== "no-context-key") || !isJsonObject(end.container)) return {};
  const keys: string[] = [];
  for (const key of end.container.keys()) {
    if (keys.length === MOST_KEYS) break;
    keys.push(key);
  }
  const nearest = nearestKey(end.segment, keys);
  return nearest === undefined ? { keys } : { keys, nearest };
}

function foundSentence(text: string, kind: ReferenceKind, value: Json): string {
  if (kind === "literal") {
    return text === ""
      ? "Neither a reference nor a context key: the empty text itself is passed."
      : `${quote(text)} is neither a reference nor a context key, so the text itself is passed.`;
  }
  if (value === null) return `\`${text}\` is there, and its value is null.`;
  return `\`${text}\` is ${describeValue(value)}.`;
}

function brokenSentence(text: string, end: BrokenEnd, trace: HopTrace, scope: ReferenceScope): string {
  const parent = parentName(trace);
  switch (end.reason) {
    case "empty-segment":
      return emptySegmentSentence(text, trace);
    case "no-context-key":
      return `There is no context key \`${end.segment}\`. ${keysSentence("Context keys", end)}`;
    case "missing-key":
      return `${parent} has no key \`${end.segment}\`. ${keysSentence("Keys there", end)}`;
    case "out-of-range":
      return outOfRangeSentence(parent, end);
    case "not-json":
      return notJsonSentence(scope.call);
    case "wrong-container":
      return wrongContainerSentence(parent, end);
  }
}

function parentName(trace: HopTrace): string {
  const found = trace.hops.filter((hop) => hop.found).map((hop) => hop.segment);
  const path = found.join(".");
  if (path === "") return "The call";
  return trace.walked === "context" ? `\`ctx.${path}\`` : `\`${path}\``;
}

function keysSentence(label: string, end: BrokenEnd): string {
  const keys = isJsonObject(end.container) ? [...end.container.keys()] : [];
  if (keys.length === 0) return end.reason === "no-context-key" ? "The context is empty." : "It has no keys at all.";
  const probable = probableKey(end.segment, keys);
  const list = `${label}: ${listKeys(keys, keys.length)}.`;
  return probable === undefined ? list : `${list} Did you mean \`${probable}\`?`;
}

function emptySegmentSentence(text: string, trace: HopTrace): string {
  const tail = text.endsWith(".") && !text.includes("..");
  const where = tail ? "ends in a dot with no field after it" : "has two dots with nothing between them";
  const whole = trace.walked === "context" && trace.hops.length === 1 ? "" : ` To pass all of it, leave the dot out.`;
  return `\`${text}\` ${where}, so it selects null.${tail ? whole : ""}`;
}

function outOfRangeSentence(parent: string, end: BrokenEnd): string {
  const length = isJsonArray(end.container) ? end.container.length : 0;
  if (length === 0) return `${parent} is an empty array, so there is no item \`${end.segment}\`.`;
  const indices = length === 1 ? "its only index is 0" : `its indices are 0 to ${length - 1}`;
  return `${parent} has ${count(length, "item")}, ${indices}; \`${end.segment}\` is beyond the end.`;
}

function wrongContainerSentence(parent: string, end: BrokenEnd): string {
  const container = end.container ?? null;
  if (isJsonArray(container)) {
    return `${parent} is an array of ${count(container.length, "item")}: \`${end.segment}\` is no index, write one such as \`0\`.`;
  }
  if (isJsonObject(container))
    return `\`${end.segment}\` is an array index, and ${parent} is an object: an index needs an array.`;
  return `${parent} is ${describeKind(container)}: a path cannot go on below it to \`${end.segment}\`.`;
}

function notJsonSentence(call: ToolCall): string {
  const text = call.get("raw_arguments");
  const parsed = typeof text === "string" ? parseJson(text) : undefined;
  const where =
    parsed === undefined || parsed.ok
      ? ""
      : ` Reading stopped at line ${parsed.error.line}, column ${parsed.error.column}: ${parsed.error.message}.`;
  return `The arguments are not JSON, so they stay text and no path can match.${where}`;
}

/** One token of a JSON Pointer. */
function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
