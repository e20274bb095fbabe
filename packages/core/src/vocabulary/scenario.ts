import type { ScenarioKind } from "./event.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Limits } from "./limits.ts";
import type { Problem } from "./problem.ts";
import type { SourceNode } from "./source.ts";
import type { ToolCall } from "./tool-call.ts";

/** A value of the scenario and, when it was written as text, that text and where each part of it stands. */
export interface Sourced<T> {
  readonly value: T;
  readonly text?: string;
  readonly source?: SourceNode;
}

/** A scenario that was read and checked (spec 11 §1), ready to run. */
export interface Scenario {
  readonly name?: string;
  readonly kind: ScenarioKind;
  /** The step's settings for kind `dispatch`: tools, source_key, output_key, on_error, max_calls, … as configured. */
  readonly config: JsonObject;
  /** Initial context with the calls under the source key, `_flow_dir` not yet in it. */
  readonly context: JsonObject;
  /** What stands under the source key, where calls were given. */
  readonly calls?: Sourced<Json>;
  /** Calls that import found, one source node a call, in the order of the array under the source key. */
  readonly imported?: readonly ToolCall[];
  readonly tools?: Sourced<Json>;
  readonly secrets: JsonObject;
  readonly env: ReadonlyMap<string, string>;
  readonly limits: Limits;
  readonly flows: ReadonlyMap<string, string>;
  /** File that runs or is validated for kinds `flow` and `validate`. */
  readonly entry: string;
  readonly strict: boolean;
  readonly exchanges: readonly Json[];
  readonly toolDefinitions?: Json;
  readonly expect?: JsonObject;
  /** Warnings of reading: import, capped limits, unknown kinds of trouble that do not stop a run. */
  readonly problems: readonly Problem[];
  /** The document as it was read, unknown fields included. */
  readonly document: JsonObject;
}
