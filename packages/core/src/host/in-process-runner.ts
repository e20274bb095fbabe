import type { Ceilings, Clock, Random, Runner } from "../index.ts";
import { createLua, type LuaWasm } from "../lua/index.ts";
import { EventStream } from "./event-stream.ts";
import { ScenarioHost } from "./scenario-host.ts";
import { systemClock, systemRandom } from "./system-ports.ts";

export interface InProcessOptions {
  readonly wasm?: LuaWasm;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Up to where scenarios may raise their limits; as they like unless given. */
  readonly ceilings?: Ceilings;
}

/**
 * Runs scenarios in the thread that asks: the quickest way, with Lua's own budgets and without a watchdog. A run keeps
 * the thread until it waits for something, and hears no cancel before that.
 */
export async function createInProcessRunner(options: InProcessOptions = {}): Promise<Runner> {
  const { clock = systemClock, random = systemRandom, wasm, ceilings } = options;
  const lua = await createLua({ clock, random, ...(wasm === undefined ? {} : { wasm }) });
  const host = new ScenarioHost({ clock, random, ceilings });
  const running = new Map<AbortController, Promise<unknown>>();
  return {
    run(scenario, { signal } = {}) {
      const controller = new AbortController();
      const abort = () => controller.abort();
      if (signal?.aborted) abort();
      signal?.addEventListener("abort", abort, { once: true });
      const stream = new EventStream(async () => {
        abort();
        await work;
      });
      // Begun a turn later, so that a reader is there and a fault is the reader's, not the caller's.
      const work = Promise.resolve()
        .then(() => host.run(scenario, { lua }, (event) => stream.push([event]), controller.signal))
        .finally(() => {
          signal?.removeEventListener("abort", abort);
          running.delete(controller);
          stream.end();
        });
      running.set(controller, work);
      return stream;
    },
    async close() {
      for (const controller of running.keys()) controller.abort();
      await Promise.allSettled(running.values());
      lua.close();
    },
  };
}
