import type { Ceilings, Runner } from "../index.ts";
import type { LuaWasm } from "../lua/index.ts";
import { EventStream } from "./event-stream.ts";
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
export function createWorkerRunner({ spawn, wasm, ceilings, network, spares = 1 }: WorkerRunnerOptions): Runner {
  const pool = new WorkerPool(() => new WorkerLink(spawn(), { wasm, ceilings, network }), spares);
  const running = new Map<AbortController, Promise<void>>();
  const abortAll = async () => {
    for (const controller of running.keys()) controller.abort();
    await Promise.all(running.values());
  };
  return {
    run(scenario, { signal } = {}) {
      const controller = new AbortController();
      const abort = () => controller.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      const stream = new EventStream(() => {
        abort();
        return work;
      });
      const deliver: EventStream["push"] = (events) => stream.push(events);
      const work = superviseRun({ scenario, signal: controller.signal, pool, deliver }).finally(() => {
        signal?.removeEventListener("abort", abort);
        running.delete(controller);
        stream.end();
      });
      running.set(controller, work);
      return stream;
    },
    async close() {
      await abortAll();
      await pool.close();
    },
  };
}
