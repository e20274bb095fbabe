import type { Json, JsonType } from "./json.ts";

export type ReferenceKind =
  | "arguments"
  | "call"
  | "context"
  | "tool_name"
  | "tool_call_id"
  | "context-key"
  | "literal"
  | "constant";

/** Why a reference selected null without ending at a value (spec 11 §3). */
export type NullReason =
  | "missing-key"
  | "wrong-container"
  | "out-of-range"
  | "empty-segment"
  | "not-json"
  | "no-context-key";

/** One station of a walk: the segment, and what stood there. */
export interface Hop {
  readonly segment: string;
  readonly found: boolean;
  /** Of the value found; absent when nothing was. */
  readonly type?: JsonType;
  readonly value?: Json;
}

/** Something worth knowing about a text that is passed, and about the input key that it is passed under. */
export interface ReferenceNote {
  readonly code:
    | "near-context-key"
    | "near-reference"
    | "placeholder"
    | "bare-context-key"
    | "whole-object"
    | "shadows-default"
    | "is-result"
    | "overwritten";
  /** One sentence. */
  readonly message: string;
  /** Reference texts that would say it better; the person chooses. */
  readonly alternatives?: readonly string[];
}

/** How one input key got its value (spec 11 §3). */
export interface Explanation {
  /** Input key; nested ones as a JSON Pointer without the leading slash: `payload/user_id`. */
  readonly key: string;
  /** The reference's text; absent for constants. */
  readonly reference?: string;
  readonly kind: ReferenceKind;
  readonly hops: readonly Hop[];
  readonly value: Json;
  /** Null when the walk ended at a value, JSON null included. */
  readonly reason: NullReason | null;
  /** Keys that stand where the walk ended. */
  readonly keys?: readonly string[];
  readonly nearest?: string;
  /** Reference texts much like this one that do select a value, when this one does not; the person chooses. */
  readonly alternatives?: readonly string[];
  /** One sentence. */
  readonly message: string;
  readonly notes?: readonly ReferenceNote[];
}
