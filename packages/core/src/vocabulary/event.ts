import type { HttpRequest } from "./exchange.ts";
import type { LogLevel, TaskStatus } from "./flow.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Problem } from "./problem.ts";
import type { Explanation } from "./reference.ts";
import type { ToolCall } from "./tool-call.ts";

/**
 * Where in the tree of runs something happened: `""` is the main run; a child run is
 * `<parent run>/<step>/<zero-based number of the child>`, so `/dispatch/0` is the first call's handler.
 */
export type RunPath = string;

interface EventBase {
  /** From 0, without gaps. */
  readonly seq: number;
  /** Milliseconds since the run began. */
  readonly at_ms: number;
}

/** Place in a flow file that an error names. */
export interface FlowPlace {
  readonly file: string;
  readonly line: number;
}

/** Events of a run (spec 11 §6), redacted before they are numbered. Every start gets its end; `run-end` is last. */
export type RunEvent = EventBase &
  (
    | { readonly type: "run-start"; readonly kind: ScenarioKind; readonly name?: string }
    | { readonly type: "calls-read"; readonly run: RunPath; readonly step: string; readonly calls: readonly ToolCall[] }
    | {
        readonly type: "call-start";
        readonly run: RunPath;
        readonly step: string;
        readonly index: number;
        readonly id: string;
        readonly name: string;
        readonly flow?: string;
      }
    | {
        readonly type: "input-resolved";
        readonly run: RunPath;
        readonly step: string;
        readonly index: number;
        readonly references: readonly Explanation[];
      }
    | {
        readonly type: "step-start";
        readonly run: RunPath;
        readonly step: string;
        readonly node: string;
        readonly phase: number;
        readonly attempt: number;
      }
    | {
        readonly type: "step-end";
        readonly run: RunPath;
        readonly step: string;
        readonly node: string;
        readonly phase: number;
        readonly status: TaskStatus;
        readonly attempt: number;
        readonly duration_ms: number;
        /** As inspected (spec 08 §2). */
        readonly output?: Json;
        readonly reason?: string;
        readonly error?: string;
        readonly where?: FlowPlace;
        /** What a network node sent, or would have sent. */
        readonly request?: HttpRequest;
      }
    | {
        readonly type: "log";
        readonly run: RunPath;
        readonly step?: string;
        readonly level: LogLevel;
        readonly text: string;
      }
    | {
        readonly type: "call-end";
        readonly run: RunPath;
        readonly step: string;
        readonly index: number;
        readonly outcome: CallOutcome;
        readonly duration_ms: number;
        readonly where?: FlowPlace;
      }
    | { readonly type: "run-end"; readonly result: FinishedRun }
  );

export type RunEventType = RunEvent["type"];

/** An event before it is numbered and timed. */
export type UnstampedEvent = RunEvent extends infer E ? (E extends RunEvent ? Omit<E, "seq" | "at_ms"> : never) : never;

export type ScenarioKind = "dispatch" | "flow" | "validate";

/** Which part of the child became the result (spec 05 §3). */
export type ResultOrigin = "tool_result_value" | "tool_result_text" | "context" | "unsupported";

/** What became of one call. */
export type CallOutcome =
  /** `entry` is the one of spec 01 §5, complete. */
  | {
      readonly status: "success" | "failed" | "unsupported";
      readonly entry: JsonObject;
      readonly message: JsonObject;
      readonly origin: ResultOrigin;
      /** Child context as the handler's first phase saw it, redacted. */
      readonly child_input?: JsonObject;
    }
  /** The call ended the step without an entry: a hard error of spec 01 §4. */
  | { readonly status: "error"; readonly error: string }
  | { readonly status: "cancelled" }
  | { readonly status: "not-run" };

/** One call of a finished dispatch (spec 11 §2). */
export interface CallReport {
  readonly call: ToolCall;
  readonly references: readonly Explanation[];
  readonly outcome: CallOutcome;
}

/** A task as shown: its output is the inspection view. */
export interface ShownTask {
  readonly status: TaskStatus;
  readonly attempt: number;
  readonly node: string;
  readonly reason?: string;
  readonly error?: string;
  readonly output?: Json;
}

/** Warning of validation (spec 09 §2). */
export interface ValidationWarning {
  readonly code: string;
  readonly message: string;
  readonly line: number;
  readonly column: number;
  readonly step?: string;
}

interface FinishedBase {
  readonly problems: readonly Problem[];
  readonly duration_ms: number;
}

/** A finished run (spec 11 §2), with complete values. */
export type FinishedRun = FinishedBase &
  (
    | {
        readonly kind: "dispatch";
        readonly outcome: "ok" | "error" | "cancelled";
        /** The published keys; with `outcome: "ok"` only. */
        readonly output?: JsonObject;
        /** The published keys as they are shown (spec 08 §2), where that is something else. */
        readonly inspection?: { readonly output: JsonObject };
        readonly error?: string;
        readonly calls: readonly CallReport[];
      }
    | {
        readonly kind: "flow";
        readonly outcome: "ok" | "error" | "cancelled";
        readonly status?: "success" | "failed" | "cancelled" | "stalled";
        readonly context?: JsonObject;
        readonly tasks?: ReadonlyMap<string, ShownTask>;
        /** Spec 05 §5, when failures stayed unresolved. */
        readonly failure_summary?: string;
        readonly inspection?: { readonly context: JsonObject; readonly tasks: ReadonlyMap<string, Json> };
        readonly error?: string;
        readonly calls: readonly CallReport[];
      }
    | {
        readonly kind: "validate";
        readonly outcome: "ok" | "error" | "cancelled";
        readonly valid: boolean;
        readonly flow_name?: string;
        readonly steps?: number;
        readonly errors: readonly string[];
        readonly warnings: readonly ValidationWarning[];
        readonly strict_rejected?: number;
        readonly error?: string;
      }
    | {
        /** The scenario could not be read; nothing ran. */
        readonly kind: "unreadable";
        readonly outcome: "error" | "cancelled";
        readonly error: string;
      }
  );
