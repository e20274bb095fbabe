import { systemClock, systemRandom } from "../src/host/index.ts";
import { conduct, createMemoryCache, FlowLoader, readScenario } from "../src/index.ts";
import { createLua } from "../src/lua/index.ts";

/** CPU of flows with many steps, per step, so that growth that is not linear shows: `npx tsx packages/core/bench/flow-steps.ts`. */
const ROUNDS = 15;
const lua = await createLua({ clock: systemClock, random: systemRandom });

console.log(`${"flow".padEnd(34)}${"CPU ms".padStart(10)}${"µs a step".padStart(12)}`);
for (const count of [50, 100, 500]) {
  await measure(`${count} steps in ${count / 10} phases`, chained(count, 10));
  await measure(`${count} steps in 1 phase`, chained(count, count));
}

/** `width` steps a phase, each depending on one step of the phase before. */
function chained(count: number, width: number): string {
  const steps = Array.from({ length: count }, (_, index) => {
    const step = `flow:step("s${index}", function(ctx) return { v${index} = ${index} } end)`;
    return index < width ? step : `${step}:depends_on("s${index - width}")`;
  });
  return `local flow = Flow.new("many")\n${steps.join("\n")}\nreturn flow`;
}

async function measure(name: string, source: string): Promise<void> {
  const read = readScenario(JSON.stringify({ kind: "flow", flows: { "main.lua": source } }));
  if (!read.ok) throw new Error("no scenario");
  const ports = {
    lua,
    clock: systemClock,
    random: systemRandom,
    cache: createMemoryCache(1),
    loader: new FlowLoader(),
  };
  const taken: number[] = [];
  let steps = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const run = await conduct(read.value, ports, () => {}, new AbortController().signal);
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
    if (run.kind !== "flow" || run.status !== "success") throw new Error(run.error ?? "the flow failed");
    steps = run.tasks?.size ?? 0;
  }
  const median = taken.sort((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
  console.log(
    `${name.padEnd(34)}${median.toFixed(1).padStart(10)}${((median * 1000) / steps).toFixed(1).padStart(12)}`,
  );
}
