import { expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/index.ts";
import { conduct, createMemoryCache, FlowLoader, readScenario } from "../index.ts";
import { createLua } from "../lua/index.ts";

const FLOW = `local flow = Flow.new("work")
flow:step("work", function(ctx) return { tool_result_value = { city = ctx.city } } end)
return flow`;

it("costs about as much a call in a batch of 1,000 as in one of 32", async () => {
  const lua = await createLua({ clock: systemClock, random: systemRandom });
  const loader = new FlowLoader();
  const ports = { lua, clock: systemClock, random: systemRandom, cache: createMemoryCache(10), loader };
  const dispatch = (count: number): number => {
    const read = readScenario(scenario(count));
    if (!read.ok) throw new Error("the batch is no scenario");
    const began = process.cpuUsage();
    const run = conduct(read.value, ports, () => undefined, new AbortController().signal);
    const { user, system } = process.cpuUsage(began);
    expect(run).toMatchObject({ kind: "dispatch", outcome: "ok" });
    return (user + system) / count;
  };
  for (let round = 0; round < 30; round++) dispatch(32);
  const small = Math.min(...Array.from({ length: 20 }, () => dispatch(32)));
  const large = Math.min(...Array.from({ length: 4 }, () => dispatch(1000)));
  lua.close();
  // Quadratic work would make it thirty times as much; a busy machine two or three times.
  expect(large / small).toBeLessThan(12);
});

function scenario(count: number): string {
  const calls = Array.from({ length: count }, (_, index) => ({
    id: `call_${index}`,
    function: { name: "work", arguments: JSON.stringify({ city: `City ${index}` }) },
  }));
  const tools = { work: { flow: "work.lua", input: { city: "arguments.city" } } };
  return JSON.stringify({ calls, tools, options: { max_calls: 2000 }, flows: { "work.lua": FLOW } });
}
