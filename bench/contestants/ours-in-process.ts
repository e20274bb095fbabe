import { systemClock, systemRandom } from "../../packages/core/src/host/index.ts";
import {
  conduct,
  createMemoryCache,
  FlowLoader,
  type Json,
  parseJson,
  readScenario,
} from "../../packages/core/src/index.ts";
import { createLua } from "../../packages/core/src/lua/index.ts";
import type { Workload } from "../workloads.ts";
import type { Contestant } from "./contestant.ts";

/** Ours in this thread: the text of the calls is read, references resolved, Lua run, results collected, events made. */
export async function oursInProcess(workload: Workload): Promise<Contestant> {
  const read = readScenario(workload.scenario);
  if (!read.ok) throw new Error("the workload is no scenario");
  const scenario = read.value;
  const lua = await createLua({ clock: systemClock, random: systemRandom });
  const loader = new FlowLoader();
  const ports = { lua, clock: systemClock, random: systemRandom, cache: createMemoryCache(10), loader };
  const { signal } = new AbortController();
  return {
    name: "ours, in process",
    run: () => {
      const calls = parseJson(workload.callsText);
      const context = new Map<string, Json>([["calls", calls.ok ? calls.value : null]]);
      let events = 0;
      const run = conduct({ ...scenario, context }, ports, () => events++, signal);
      if (run instanceof Promise || run.kind !== "dispatch" || run.outcome !== "ok") throw new Error("the run failed");
      return events;
    },
    close: async () => lua.close(),
  };
}
