import type { Contestant } from "./contestants/contestant.ts";
import { oursInProcess } from "./contestants/ours-in-process.ts";
import { oursInWorker } from "./contestants/ours-in-worker.ts";
import { plainLoop } from "./contestants/plain-loop.ts";
import { toolNode } from "./contestants/tool-node.ts";
import { measure, summary } from "./measure.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

/**
 * `npm run bench:smoke`: a short look at a few ratios, with room for a busy machine. It finds what became several
 * times as slow, and nothing finer: the figures that count are those of `npm run bench`.
 */
interface Watched {
  readonly workload: string;
  readonly ours: (workload: Workload) => Contestant | Promise<Contestant>;
  readonly peer: (workload: Workload) => Contestant;
  /** CPU of ours as a multiple of the peer's. */
  readonly most: number;
}

const WATCHED: readonly Watched[] = [
  { workload: "1 small call", ours: oursInProcess, peer: toolNode, most: 3 },
  { workload: "32 small calls", ours: oursInProcess, peer: toolNode, most: 1.5 },
  { workload: "32 small calls", ours: oursInWorker, peer: toolNode, most: 10 },
  { workload: "8 results of 100 KB", ours: oursInProcess, peer: plainLoop, most: 40 },
  { workload: "one string of 3 MiB", ours: oursInProcess, peer: plainLoop, most: 1 },
];
const WARM_UP_MS = 1000;
const MOST_ROUNDS = 40;

let missed = 0;
for (const { workload: name, ours, peer, most } of WATCHED) {
  const workload = WORKLOADS.find((one) => one.name === name);
  if (workload === undefined) throw new Error(`no workload '${name}'`);
  const contestants = [await ours(workload), peer(workload)] as const;
  const rounds = Math.min(workload.rounds, MOST_ROUNDS);
  const samples = await measure(contestants, { ...workload, rounds }, WARM_UP_MS);
  const [mine = Number.NaN, theirs = Number.NaN] = contestants.map(
    (contestant) => summary(samples.get(contestant.name) ?? []).cpu.median,
  );
  for (const contestant of contestants) await contestant.close?.();
  const ratio = mine / theirs;
  const isMet = ratio <= most;
  if (!isMet) missed++;
  const [what, beside] = contestants.map((contestant) => contestant.name);
  console.log(`${isMet ? "ok    " : "FAILED"} ${name}: ${what} / ${beside} ${ratio.toFixed(2)} (at most ${most})`);
}
process.exit(missed === 0 ? 0 : 1);
