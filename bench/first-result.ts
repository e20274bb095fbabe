import type { Contestant } from "./contestants/contestant.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

/** In a fresh process: gets one small call done, prints the CPU time since the process began, in µs, and ends it. */
export async function firstResult(
  contestant: (workload: Workload) => Contestant | Promise<Contestant>,
): Promise<never> {
  const [workload] = WORKLOADS;
  if (workload === undefined) throw new Error("there is no workload");
  await (await contestant(workload)).run();
  const { user, system } = process.cpuUsage();
  console.log(user + system);
  process.exit(0);
}
