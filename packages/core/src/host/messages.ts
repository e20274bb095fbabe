import type { Ceilings, RunEvent } from "../index.ts";
import type { LuaWasm } from "../lua/index.ts";
import type { Execution } from "./execution-board.ts";
import type { LogLimits } from "./log-limits.ts";
import type { NetworkGrant } from "./network-grant.ts";
import type { JournalEntry } from "./run-journal.ts";

/** First message to a worker. */
export interface BootMessage {
  readonly type: "boot";
  /** Lua's module, compiled once for all workers, or its address; undefined: the one that the worker's entry knows. */
  readonly wasm: LuaWasm | undefined;
  /** Memory of the execution board; undefined where threads cannot share memory. */
  readonly board: SharedArrayBuffer | undefined;
  /** Up to where scenarios may raise their limits; undefined: as they like. */
  readonly ceilings: Ceilings | undefined;
  /** What scenarios may call; undefined: nothing. */
  readonly network: NetworkGrant | undefined;
  /** What one run may write to its log; undefined: as much as it likes. */
  readonly logLimits: LogLimits | undefined;
}

/** One run at a time: the next message of this type comes after `done`. */
export interface RunMessage {
  readonly type: "run";
  readonly scenario: string;
  /** What earlier workers of this run did, and what they were ended for. */
  readonly journal: readonly JournalEntry[];
  /** The run was cancelled before this worker took it over: only its end is wanted. */
  readonly cancelled: boolean;
}

export type ToWorker = BootMessage | RunMessage | { readonly type: "cancel" };

/** What happened in the run since the last message about it. */
export interface BatchMessage {
  readonly type: "batch";
  readonly events: readonly RunEvent[];
  readonly journal: readonly JournalEntry[];
}

export type FromWorker =
  | { readonly type: "ready" }
  /** Which Lua runs now; sent only where memory cannot be shared. */
  | { readonly type: "executing"; readonly execution: Execution | undefined }
  | BatchMessage
  /** The run's last events; `spent` asks for a new worker in place of this one. */
  | { readonly type: "done"; readonly events: readonly RunEvent[]; readonly spent: boolean }
  /** The worker could not start, or a fault of ours ended the run. */
  | { readonly type: "fault"; readonly message: string };
