import type { FlowPlace, RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { HttpRequest } from "../vocabulary/exchange.ts";
import type { HandlerCode, LogLevel, RunStatus } from "../vocabulary/flow.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { Clock, Network, Random } from "./host.ts";
import type { Lua, SpentBudget } from "./lua.ts";

/** One attempt of one step, as its node sees it. */
export interface NodeStep {
  readonly name: string;
  readonly type: string;
  readonly config: JsonObject;
  readonly handler?: HandlerCode;
  readonly contextKeys?: readonly string[];
  /** The phase's snapshot, overlay and recovery keys included. */
  readonly context: JsonObject;
}

/** Success, or failure with an optional structured output (spec 03 §5, 07 §7). */
export type NodeOutcome =
  | { readonly ok: true; readonly output: JsonObject; readonly request?: HttpRequest }
  | {
      readonly ok: false;
      readonly error: string;
      readonly output?: JsonObject;
      readonly where?: FlowPlace;
      /** The text is made of parts that were scrubbed already; doing it again would damage it (spec 05 §6). */
      readonly scrubbed?: true;
      /** What was sent, or would have been. */
      readonly request?: HttpRequest;
    };

export interface ChildRequest {
  /** As configured; relative to the `_flow_dir` of the parent's context. */
  readonly flow: string;
  /** Zero-based number of the child among those of this step. */
  readonly child: number;
  /** Initial context without overlay keys and `_flow_dir`: the engine adds and removes those (spec 05 §1). */
  readonly context: JsonObject;
  /** Runs beside its parent, which does not wait for it and does not end it; `run-end` comes after it all the same. */
  readonly detached?: true;
  /** Told once the flow is loaded and valid, before its first step. */
  readonly onStart?: (flowName: string) => void;
}

/** Why no child run came to an end that could be reported (spec 01 §4). */
export interface ChildNotRun {
  readonly ok: false;
  readonly kind: "no-flow-dir" | "missing-file" | "load-error" | "invalid-flow" | "stalled";
  /** Without a node's own prefix. */
  readonly error: string;
  readonly path: string;
}

export type ChildOutcome =
  | {
      readonly ok: true;
      readonly flowName: string;
      readonly status: RunStatus;
      /** Final, redacted, complete. */
      readonly context: JsonObject;
      /** `finished with status: …` with the summary of spec 05 §4–5; null on success. */
      readonly terminalReason: string | null;
      /** Where the first unresolved failure of the child stands, when it is known. */
      readonly where?: FlowPlace;
    }
  | ChildNotRun;

/** What came of work that a watchdog may end: its value, or the budget for which it was ended. */
export type GuardedWork<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly spent: SpentBudget };

/**
 * Runs work outside Lua that could keep the thread for long (a pattern, a large document), where a watchdog sees it. The
 * name tells one step's work from another's, the same way in every run of one scenario.
 */
export type WorkGuard = <T>(
  name: string,
  budgets: { readonly limits: Limits; readonly deadlineMs?: number },
  work: () => T,
) => GuardedWork<T>;

/** Hears from whoever printed a container how many bytes its compact JSON takes. */
export interface SizeNotes {
  note(container: object, bytes: number): void;
}

/** What a node may use. A node that finds a port undefined fails with a text that says so. */
export interface NodeHost {
  readonly run: RunPath;
  readonly limits: Limits;
  readonly lua: Lua;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network | undefined;
  readonly cache: MemoryCache;
  readonly env: (key: string) => string | undefined;
  /** Aborts when the run is cancelled or the step's timeout runs out. */
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  /** For work outside Lua that could take long. */
  guard<T>(work: () => T): GuardedWork<T>;
  log(level: LogLevel, text: string): void;
  /** Told what large values take, by whoever printed them. */
  readonly sizes: SizeNotes;
  /** Redacts, numbers and sends; call events only (steps are the executor's). */
  emit(event: UnstampedEvent): void;
  /** Detached children of this scenario that still run. */
  detached(): number;
  /** The run was cancelled; asked between two children. */
  cancelled(): boolean;
  /** Synchronous when everything inside is. */
  runChild(request: ChildRequest): ChildOutcome | Promise<ChildOutcome>;
}

/** The memory cache of `cache_set` / `cache_get`: of one scenario, its child runs included. */
export interface MemoryCache {
  get(key: string, nowMs: number): JsonObject | undefined;
  set(key: string, value: JsonObject, expiresMs: number | undefined): void;
  readonly size: number;
}

/** Returns synchronously when it can: a batch of small calls must not pay for promises. */
export type NodeImplementation = (step: NodeStep, host: NodeHost) => NodeOutcome | Promise<NodeOutcome>;
