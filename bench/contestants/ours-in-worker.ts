import { createNodeRunner } from "../../packages/core/src/host/index.ts";
import type { RunEvent } from "../../packages/core/src/index.ts";
import type { Workload } from "../workloads.ts";
import type { Contestant } from "./contestant.ts";

/** Ours in a thread of its own: the scenario goes over as text, every event comes back. */
export function oursInWorker(workload: Workload): Contestant {
  const runner = createNodeRunner();
  return {
    name: "ours, in a worker",
    run: async () => {
      let last: RunEvent | undefined;
      for await (const event of runner.run(workload.scenario)) last = event;
      if (last?.type !== "run-end" || last.result.outcome !== "ok") throw new Error("the run failed");
    },
    close: () => runner.close(),
  };
}
