import type { Json } from "../vocabulary/json.ts";
import type { Problem } from "../vocabulary/problem.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";
import type { FormatName } from "./format-name.ts";
import type { SkippedCall } from "./found.ts";
import type { Located } from "./located.ts";

export interface ImportOptions {
  /** Only calls in this shape are looked for; `array`: the text is taken as JSON, whatever it looks like. */
  readonly format?: FormatName | undefined;
  /** Number of the turn to take, from 0; else the last one that is not fully answered (spec 10 §5). */
  readonly turn?: number | undefined;
}

/** A pasted text as the value for the source key (spec 10, 11 §1). */
export interface ImportedCalls {
  /** `array`: what the node reads by itself, untouched. */
  readonly format: FormatName;
  /** `certain`: it has marks that no other format has. `likely`: others would look the same. */
  readonly confidence: "certain" | "likely";
  /** The calls were put together from the chunks of a stream, so that there is no single original. */
  readonly assembled: boolean;
  /** The array of calls. */
  readonly value: Json;
  /**
   * Of the array: member `i` is where call `i` stands in the text, with the provider's own members, and under `id`,
   * `name` and `arguments` what these fields were taken from.
   */
  readonly source: SourceNode;
  /** Calls that are not to be dispatched, and why. */
  readonly skipped: readonly SkippedCall[];
  /** The turns with calls, in their order. */
  readonly turns: readonly ImportedTurn[];
  /** Number of the turn that was taken; -1 when there is none. */
  readonly turn: number;
  /** Answers to the calls of the turn taken that the text holds already. */
  readonly answers: readonly ImportedAnswer[];
  /** Tool definitions that came with the calls, as they stand. */
  readonly definitions?: Located;
  readonly problems: readonly Problem[];
}

export interface ImportedAnswer {
  /** Position of the call in the array, from 0. */
  readonly call: number;
  readonly content: Json;
}

export interface ImportedTurn {
  readonly format: FormatName;
  /** From 1. */
  readonly line: number;
  readonly range: SourceRange;
  /** Number of calls. */
  readonly calls: number;
  readonly answered: boolean;
  /** Among several answers to one question: which, from 0. */
  readonly choice?: number;
}
