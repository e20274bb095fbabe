import { mkdirSync, writeFileSync } from "node:fs";
import { cancelMs, freshProcessUs, killMs, referencesMs } from "./beside.ts";
import { aiSdk } from "./contestants/ai-sdk.ts";
import type { Contestant } from "./contestants/contestant.ts";
import { oursInProcess } from "./contestants/ours-in-process.ts";
import { oursInWorker } from "./contestants/ours-in-worker.ts";
import { plainLoop } from "./contestants/plain-loop.ts";
import { toolNode } from "./contestants/tool-node.ts";
import { measure, type Sample, spread, summary } from "./measure.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

/**
 * `npm run bench`: every contestant at every workload, one run on one machine, interleaved in random order.
 * `npm run bench -- "8 results"`: the workloads whose name begins so, and nothing else.
 */
const [, , only = ""] = process.argv;
const chosen = WORKLOADS.filter(({ name }) => name.startsWith(only));
const results: Record<string, Record<string, ReturnType<typeof summary>>> = {};

for (const workload of chosen) {
  const contestants: Contestant[] = [
    await oursInProcess(workload),
    oursInWorker(workload),
    toolNode(workload),
    aiSdk(workload),
    plainLoop(workload),
  ];
  const samples = await measure(contestants, workload);
  results[workload.name] = Object.fromEntries([...samples].map(([name, taken]) => [name, summary(taken)]));
  printWorkload(workload, samples);
  for (const contestant of contestants) await contestant.close?.();
}
if (only !== "") process.exit(0);

const fresh = freshProcessUs(15);
printTargets();
const beside = {
  "cancel of a looping handler": spread(await cancelMs(30)),
  "cancel with a worker that must be killed": spread(await killMs(15)),
  "100 references, resolved and explained": spread(referencesMs(300)),
};
for (const [what, { median, p95 }] of Object.entries(beside)) {
  console.log(`${what.padEnd(42)}median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms`);
}
mkdirSync(new URL("../out/", import.meta.url), { recursive: true });
writeFileSync(
  new URL("../out/bench.json", import.meta.url),
  `${JSON.stringify({ node: process.version, results, beside, fresh }, null, 2)}\n`,
);
process.exit(0);

function printWorkload(workload: Workload, samples: ReadonlyMap<string, readonly Sample[]>): void {
  console.log(`\n${workload.name} (${workload.rounds} samples of ${workload.runs}; µs for the whole batch)`);
  console.log(
    `  ${"".padEnd(20)}${["CPU median", "CPU p95", "wall median", "wall p95"].map((head) => head.padStart(14)).join("")}`,
  );
  for (const [name, taken] of samples) {
    const { cpu, wall } = summary(taken);
    const cells = [cpu.median, cpu.p95, wall.median, wall.p95].map((us) => us.toFixed(0).padStart(14));
    console.log(`  ${name.padEnd(20)}${cells.join("")}`);
  }
}

function printTargets(): void {
  const cpu = (workload: string, name: string) => results[workload]?.[name]?.cpu.median ?? Number.NaN;
  const ours = "ours, in process";
  const rows: [string, number, string, string][] = [
    [
      "32 small calls, in process / ToolNode",
      cpu("32 small calls", ours) / cpu("32 small calls", "ToolNode"),
      "≤ 0.5",
      "≤ 0.2",
    ],
    [
      "1 small call, in process / ToolNode",
      cpu("1 small call", ours) / cpu("1 small call", "ToolNode"),
      "≤ 0.4",
      "≤ 0.15",
    ],
    [
      "50 argument values / ToolNode",
      cpu("1 call, 50 argument values", ours) / cpu("1 call, 50 argument values", "ToolNode"),
      "≤ 1",
      "≤ 0.6",
    ],
    [
      "32 calls through the worker / ToolNode",
      cpu("32 small calls", "ours, in a worker") / cpu("32 small calls", "ToolNode"),
      "≤ 0.6",
      "≤ 0.35",
    ],
    [
      "8 results of 100 KB / plain loop",
      cpu("8 results of 100 KB", ours) / cpu("8 results of 100 KB", "plain loop"),
      "≤ 3",
      "≤ 1.5",
    ],
    [
      "one string of 3 MiB / plain loop",
      cpu("one string of 3 MiB", ours) / cpu("one string of 3 MiB", "plain loop"),
      "≤ 1",
      "≤ 0.3",
    ],
    [
      "first result in a fresh process / ToolNode",
      spread(fresh.ours).median / spread(fresh.toolNode).median,
      "≤ 0.5",
      "≤ 0.3",
    ],
    ["per call, 1,000 / 32", cpu("1,000 small calls", ours) / 1000 / (cpu("32 small calls", ours) / 32), "0.8–1.2", ""],
  ];
  console.log(
    `\n${"CPU, ratio of medians".padEnd(42)}${"measured".padStart(10)}${"must".padStart(10)}${"reach for".padStart(12)}`,
  );
  for (const [what, ratio, must, reach] of rows) {
    console.log(`${what.padEnd(42)}${ratio.toFixed(2).padStart(10)}${must.padStart(10)}${reach.padStart(12)}`);
  }
}
