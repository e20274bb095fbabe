import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import type { Json } from "../vocabulary/json.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import type { FormatName } from "./format-name.ts";
import type { Located } from "./located.ts";

/** One call of a paste, in whichever shape. */
export interface FoundCall {
  /** The provider's own member, whole; it becomes `raw_call`. */
  readonly raw: Json;
  readonly node: SourceNode;
  /** The node reads this shape by itself (spec 01 §3), so `raw` can stand in the array as it is. */
  readonly asIs: boolean;
  /** Undefined for what is no call at all: a hole in a list. */
  readonly parts: CallParts | undefined;
}

export interface CallParts {
  readonly name: Json | undefined;
  readonly id: Json | undefined;
  readonly type: string;
  readonly rawArguments: string;
  readonly arguments: Json;
}

/** What the paste holds besides calls to dispatch. */
export interface SkippedCall {
  readonly id: string | null;
  readonly name: string | null;
  readonly reason: SkipReason;
  readonly node: SourceNode;
}

/** The provider ran it; it has its result; its arguments are still coming; a person has yet to allow it. */
export type SkipReason = "provider_executed" | "answered" | "partial" | "awaits_approval";

/** An answer that the paste holds already, by id or, where the shape has none, by name. */
export interface FoundAnswer {
  readonly id?: string;
  readonly name?: string;
  readonly content?: Json;
  readonly node: SourceNode;
}

/** What one item of a list, or one message, says. */
export interface Piece {
  readonly format: FormatName;
  readonly calls: readonly FoundCall[];
  readonly skipped: readonly SkippedCall[];
  readonly answers: readonly FoundAnswer[];
  /** A message of its own, so its calls are a turn; items of one list share their turn. */
  readonly whole: boolean;
  /** Somebody else speaks here: what comes after belongs to another turn. */
  readonly ends: boolean;
  /** Text that the assistant said, where leaked markup is looked for. */
  readonly spoken: readonly Located<string>[];
  readonly notes: readonly Note[];
}

/** A warning without its place in lines yet. */
export interface Note extends Pick<Problem, "code" | "message" | "hint" | "detail" | "fix"> {
  readonly node: SourceNode;
}

export function piece(format: FormatName, given: Partial<Piece>): Piece {
  return { format, calls: [], skipped: [], answers: [], whole: false, ends: false, spoken: [], notes: [], ...given };
}

/** A message out of its blocks or parts. */
export function messageOf(pieces: readonly Piece[], spoken: readonly Located<string>[] = []): Piece | undefined {
  const [first] = pieces;
  if (first === undefined) return undefined;
  const calls = pieces.flatMap((one) => one.calls);
  const answers = pieces.flatMap((one) => one.answers);
  return piece(first.format, {
    calls,
    answers,
    skipped: pieces.flatMap((one) => one.skipped),
    whole: calls.length > 0,
    ends: answers.length > 0 && calls.length === 0,
    spoken,
  });
}

/** How a format gives arguments. */
export type ArgumentKind =
  /** Any JSON value; a string is JSON text, as in spec 01 §3. */
  | "text"
  /** The value itself; nothing there, or null, means none (spec 10 §5). */
  | "value"
  /** Text that is not JSON: it is the argument (spec 10 §5). */
  | "free";

export interface CallFields {
  readonly name?: Located | undefined;
  readonly id?: Located | undefined;
  readonly arguments?: Located | undefined;
}

/** A call that is put into the normalised form; its node leads from `id`, `name` and `arguments` to their places. */
export function foundCall(raw: Located, fields: CallFields, kind: ArgumentKind): FoundCall {
  return {
    raw: raw.value,
    node: withFields(raw.node, fields),
    asIs: false,
    parts: {
      name: fields.name?.value,
      id: fields.id?.value,
      type: typeOf(raw.value),
      ...argumentParts(fields.arguments?.value, kind),
    },
  };
}

export function withFields(node: SourceNode, fields: CallFields): SourceNode {
  const members = new Map(node.members);
  for (const key of ["id", "name", "arguments"] as const) {
    const field = fields[key];
    if (field !== undefined && field.node !== node) members.set(key, field.node);
  }
  return { ...node, members };
}

function typeOf(raw: Json): string {
  const type = raw instanceof Map ? raw.get("type") : undefined;
  return typeof type === "string" ? type : "function";
}

export function argumentParts(
  value: Json | undefined,
  kind: ArgumentKind,
): Pick<CallParts, "rawArguments" | "arguments"> {
  if (value === undefined || (value === null && kind === "value")) return { rawArguments: "{}", arguments: new Map() };
  if (typeof value !== "string" || kind === "value") return { rawArguments: compactJson(value), arguments: value };
  if (kind === "free") return { rawArguments: value, arguments: value };
  const parsed = parseJson(value);
  return { rawArguments: value, arguments: parsed.ok ? parsed.value : value };
}

/** The normalised form (spec 01 §3). Only a string is an id; what is none gets the made-up id of its position. */
export function normalised(call: FoundCall, parts: CallParts, position: number): ToolCall {
  return new Map<string, Json>([
    ["id", typeof parts.id === "string" ? parts.id : `call_${position + 1}`],
    ["index", BigInt(position)],
    ["type", parts.type],
    ["name", typeof parts.name === "string" ? parts.name : "unknown"],
    ["raw_arguments", parts.rawArguments],
    ["arguments", parts.arguments],
    ["raw_call", call.raw],
  ]);
}

/** A call that is not to be dispatched; what is no text is no id and no name. */
export function skippedCall(
  node: SourceNode,
  reason: SkipReason,
  id: Json | undefined,
  name: Json | undefined,
): SkippedCall {
  return { id: typeof id === "string" ? id : null, name: typeof name === "string" ? name : null, reason, node };
}

/** An answer of the paste; what is no text is no id and no name. */
export function foundAnswer(
  node: SourceNode,
  given: { readonly id?: Json | undefined; readonly name?: Json | undefined; readonly content?: Json | undefined },
): FoundAnswer {
  const { id, name, content } = given;
  return {
    ...(typeof id === "string" ? { id } : {}),
    ...(typeof name === "string" ? { name } : {}),
    ...(content === undefined ? {} : { content }),
    node,
  };
}
