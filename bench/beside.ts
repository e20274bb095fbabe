import { createNodeRunner } from "../packages/core/src/host/index.ts";
import { explainInput, type Json, normaliseCall, resolveInput } from "../packages/core/src/index.ts";

const ENDLESS = JSON.stringify({
  calls: [{ id: "a", function: { name: "work", arguments: "{}" } }],
  tools: { work: { flow: "work.lua" } },
  options: { limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 0, IRONFLOW_LUA_MAX_SECONDS: 0 } },
  flows: {
    "work.lua": `local flow = Flow.new("work")\nflow:step("work", function() while true do end end)\nreturn flow`,
  },
});
/** How long the handler loops before the run is cancelled. */
const LOOPING_MS = 30;

/** Milliseconds from `abort()` to `run-end` while a handler loops in a worker. */
export async function cancelMs(rounds: number): Promise<number[]> {
  const runner = createNodeRunner();
  const taken: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const controller = new AbortController();
    let abortedMs = Number.NaN;
    for await (const event of runner.run(ENDLESS, { signal: controller.signal })) {
      if (event.type === "call-start") {
        setTimeout(() => {
          abortedMs = performance.now();
          controller.abort();
        }, LOOPING_MS);
      }
    }
    taken.push(performance.now() - abortedMs);
  }
  await runner.close();
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
