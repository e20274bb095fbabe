import type { JsonObject } from "./json.ts";

/**
 * A Lua function taken out of a flow file, ready to run in another state (spec 03 §2). `chunk` is bytecode
 * that this product dumped itself, never bytes from outside; lines are those of `file`.
 */
export interface HandlerCode {
  readonly file: string;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly chunk: Uint8Array;
}

export interface StepDefinition {
  readonly name: string;
  /** `code` for function handlers. */
  readonly nodeType: string;
  /** As JSON, with `_step_name`; functions are not in it but in `handler`. */
  readonly config: JsonObject;
  /** The function of a `code` step, `nodes.code{source = f}` or `nodes.foreach{transform = f}`. */
  readonly handler?: HandlerCode;
  readonly dependsOn: readonly string[];
  /** Further attempts after the first. */
  readonly maxRetries: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds?: number;
  readonly route?: string;
  readonly onError?: string;
  readonly contextKeys?: readonly string[];
  /** Line of the file where the step was declared. */
  readonly line?: number;
}

export interface FlowDefinition {
  /** The name given to `Flow.new`. */
  readonly name: string;
  readonly file: string;
  /** In declaration order. */
  readonly steps: readonly StepDefinition[];
}

export type TaskStatus = "pending" | "running" | "success" | "failed" | "skipped" | "cancelled";
export type RunStatus = "success" | "failed" | "cancelled" | "stalled";
export type LogLevel = "trace" | "debug" | "info" | "warn" | "error";

export interface LogLine {
  readonly level: LogLevel;
  readonly text: string;
}

/** A task of a run as it stands (spec 03 §5). */
export interface TaskRecord {
  readonly step: string;
  readonly nodeType: string;
  readonly status: TaskStatus;
  /** Attempts that were started. */
  readonly attempt: number;
  readonly reason?: string;
  readonly error?: string;
  /** Complete and redacted. */
  readonly output?: JsonObject;
  /** The output as it is shown (spec 08 §2): the very same where it is not too large. */
  readonly shown?: JsonObject;
  readonly line?: number;
}
