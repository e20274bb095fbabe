import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createNodeRunner } from "../packages/core/src/host/index.ts";
import { startThread } from "../packages/core/src/host/node-runner.ts";
import { createWorkerRunner } from "../packages/core/src/host/worker-runner.ts";
import { explainInput, type Json, normaliseCall, type Runner, resolveInput } from "../packages/core/src/index.ts";

const endless = (file: string) =>
  JSON.stringify({
    calls: [{ id: "a", function: { name: "work", arguments: "{}" } }],
    tools: { work: { flow: file } },
    options: { limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 0, IRONFLOW_LUA_MAX_SECONDS: 0 } },
    flows: {
      [file]: `local flow = Flow.new("work")\nflow:step("work", function() while true do end end)\nreturn flow`,
    },
  });
/** How long after its beginning a run is cancelled: its handler loops by then. */
const LOOPING_MS = 200;
/** Time for a spare to get warm. */
const WARM_MS = 500;

/** Milliseconds from `abort()` to `run-end` while a handler loops in a worker. */
export function cancelMs(rounds: number): Promise<number[]> {
  return cancels(createNodeRunner(), endless("work.lua"), rounds);
}

/** The same while a worker hears nothing and must be killed; the next round begins when a spare is warm. */
export function killMs(rounds: number): Promise<number[]> {
  const deaf = new URL("./faulty-thread.js", import.meta.url);
  return cancels(createWorkerRunner({ spawn: () => startThread(deaf, 512) }), endless("hang.lua"), rounds);
}

async function cancels(runner: Runner, scenario: string, rounds: number): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(WARM_MS);
    const controller = new AbortController();
    let abortedMs = Number.NaN;
    // By the clock: a worker that hears nothing tells nothing either.
    setTimeout(() => {
      abortedMs = performance.now();
      controller.abort();
    }, LOOPING_MS);
    for await (const _ of runner.run(scenario, { signal: controller.signal }));
    taken.push(performance.now() - abortedMs);
  }
  await runner.close();
  return taken;
}

/** CPU time in µs of whole processes, from their start to the first result of one small call; interleaved. */
export function freshProcessUs(rounds: number): { readonly ours: number[]; readonly toolNode: number[] } {
  const taken = { ours: [] as number[], toolNode: [] as number[] };
  const run = (file: string) => Number(execFileSync(process.execPath, [fileURLToPath(new URL(file, import.meta.url))]));
  for (let round = 0; round < rounds; round++) {
    taken.ours.push(run("./fresh-ours.js"));
    taken.toolNode.push(run("./fresh-tool-node.js"));
  }
  return taken;
}

/** Milliseconds for the values of 100 references, and then for their explanations. */
export function referencesMs(rounds: number): number[] {
  const text = JSON.stringify({ city: "Oslo", days: [1, 2, 3] });
  const raw = new Map<string, Json>([["function", new Map([["arguments", text]])]]);
  const scope = { call: normaliseCall(raw, 0), context: new Map<string, Json>([["user", new Map([["id", 7n]])]]) };
  const kinds = ["arguments.city", "arguments.days.1", "context.user.id", "arguments.missing"];
  const input = new Map(Array.from({ length: 100 }, (_, index) => [`k${index}`, kinds[index % kinds.length] ?? ""]));
  return Array.from({ length: rounds }, () => {
    const began = performance.now();
    resolveInput(input, scope);
    explainInput(input, scope);
    return performance.now() - began;
  });
}
