import type { FlowPlace } from "../vocabulary/event.ts";
import type { FlowDefinition, HandlerCode, LogLevel } from "../vocabulary/flow.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";

/** What one piece of Lua may use and how far it may go. */
export interface LuaGrant {
  readonly limits: Limits;
  /** `env(key)`; the allow-list of the limits is applied by the Lua side. */
  readonly env: (key: string) => string | undefined;
  readonly log: (level: LogLevel, text: string) => void;
  /** End of the step's total budget in `Clock.monotonicMs` time; undefined: none. */
  readonly deadlineMs?: number;
  /** Asked at every check of the hook. */
  readonly cancelled: () => boolean;
  /** Its worker was killed when it ran before: it fails at once with the text of this budget (spec 04 §6). */
  readonly spent?: SpentBudget;
}

export type LuaFailureCause =
  | "error"
  | "instruction-budget"
  | "time-budget"
  | "memory"
  | "deadline"
  | "cancelled"
  | "conversion";

/** A budget that only the end of a worker could enforce. */
export type SpentBudget = Extract<LuaFailureCause, "time-budget" | "deadline" | "memory">;

/** `error` is the complete text of spec 03 §1 or 04 §1, unscrubbed. */
export interface LuaFailure {
  readonly ok: false;
  readonly error: string;
  readonly cause: LuaFailureCause;
  readonly where?: FlowPlace;
}

export interface LoadRequest extends LuaGrant {
  /** Shown in errors and positions: `weather.lua`. */
  readonly file: string;
  /** Text pasted without a file: other wording of errors (spec 03 §1). */
  readonly pasted?: boolean;
  readonly source: string;
  /** Every type that `nodes.TYPE` offers. */
  readonly nodeTypes: readonly string[];
}

export type LoadOutcome =
  | {
      readonly ok: true;
      readonly flow: FlowDefinition;
      /** Loading read nothing that changes (`env`, `uuid4`, `now_*`) and logged nothing: may be cached by source. */
      readonly pure: boolean;
    }
  | LuaFailure;

/** What runs: a function of a flow file, or the text of a `source` setting. */
export type LuaCode =
  | { readonly kind: "function"; readonly code: HandlerCode }
  | { readonly kind: "source"; readonly text: string; readonly step: string };

export interface HandlerRequest extends LuaGrant {
  readonly code: LuaCode;
  readonly context: JsonObject;
}

/** `output` is null when the handler published nothing (spec 04 §4). */
export type HandlerOutcome = { readonly ok: true; readonly output: JsonObject | null } | LuaFailure;

export interface ForeachRequest extends LuaGrant {
  readonly transform: HandlerCode;
  readonly context: JsonObject;
  readonly items: readonly Json[];
}

/** One result per item; undefined where the transform returned nil (spec 07 §5). */
export type ForeachOutcome = { readonly ok: true; readonly results: readonly (Json | undefined)[] } | LuaFailure;

/** Lua 5.4 as this product lends it: synchronous, one call at a time, nothing survives from one call to the next. */
export interface Lua {
  load(request: LoadRequest): LoadOutcome;
  /** Compiles `source` text without running it (spec 09 §1); the message when it is neither chunk nor expression. */
  check(text: string): string | null;
  run(request: HandlerRequest): HandlerOutcome;
  foreach(request: ForeachRequest): ForeachOutcome;
}
