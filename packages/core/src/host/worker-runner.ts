import type { Ceilings, Runner } from "../index.ts";
import type { LuaWasm } from "../lua/index.ts";
import { ActiveRuns } from "./active-runs.ts";
import type { LogLimits } from "./log-limits.ts";
import type { NetworkGrant } from "./network-grant.ts";
import { superviseRun } from "./supervised-run.ts";
import type { WorkerLike } from "./worker-like.ts";
import { WorkerLink } from "./worker-link.ts";
import { WorkerPool } from "./worker-pool.ts";

export interface PoolOptions {
  /** Workers kept warm beyond those that run; 1 unless given. */
  readonly spares?: number;
  /** Up to where scenarios may raise their limits; as they like unless given. */
  readonly ceilings?: Ceilings;
  /** What scenarios may call over the network; nothing unless given. */
  readonly network?: NetworkGrant;
  /** What one run may write to its log, after which it is ended; as much as it likes unless given. */
  readonly logLimits?: LogLimits;
  /** Told of each worker that ended before its run was over: killed by the watchdog, or lost. */
  readonly onWorkerEnd?: (how: "killed" | "lost") => void;
}

export interface WorkerRunnerOptions extends PoolOptions {
  readonly spawn: () => WorkerLike;
  /** Lua's module or its address, given to each worker; what its entry file knows unless given. */
  readonly wasm?: LuaWasm;
}

/**
 * Runs scenarios in workers, each run alone in one: any number of runs at a time, as many workers. A worker that hangs
 * is killed and its run goes on in a warm one.
 */
export function createWorkerRunner(options: WorkerRunnerOptions): Runner {
  const { spawn, wasm, ceilings, network, logLimits, onWorkerEnd, spares = 1 } = options;
  const pool = new WorkerPool(() => new WorkerLink(spawn(), { wasm, ceilings, network, logLimits }), spares);
  const runs = new ActiveRuns();
  return {
    run: (scenario, { signal: outer } = {}) =>
      runs.begin(outer, (deliver, signal) => superviseRun({ scenario, signal, pool, deliver, onWorkerEnd })),
    async close() {
      await runs.abortAll();
      await pool.close();
    },
  };
}
