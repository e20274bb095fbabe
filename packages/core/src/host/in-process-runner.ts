import type { Ceilings, Clock, Random, Runner } from "../index.ts";
import { createLua, type LuaWasm } from "../lua/index.ts";
import { ActiveRuns } from "./active-runs.ts";
import { RunLog } from "./run-log.ts";
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
  const runs = new ActiveRuns();
  return {
    run: (scenario, { signal: outer } = {}) =>
      runs.begin(outer, async (deliver, signal) => {
        const log = new RunLog(deliver);
        const beganMs = clock.monotonicMs();
        try {
          // A turn later, so that a reader is there when the run takes the thread.
          await Promise.resolve();
          await host.run(scenario, { lua }, (event) => log.add([event]), signal);
        } catch (error) {
          log.endAbruptly(error instanceof Error ? error.message : String(error), clock.monotonicMs() - beganMs);
        }
      }),
    async close() {
      await runs.abortAll();
      lua.close();
    },
  };
}
