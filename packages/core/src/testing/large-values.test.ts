import { beforeAll, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import { isJsonObject, type RunEvent } from "../index.ts";
import { createLua, type LuaInstance } from "../lua/index.ts";
import { runScenario } from "./run-scenario.ts";

let lua: LuaInstance;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
});

it("[08 §2] a result of 3 MiB crosses child and parent in full, while what is shown is the marker", async () => {
  const main = `local flow = Flow.new("main")
flow:step("ask", function() return { calls = { { id = "c", name = "big", arguments = "{}" } } } end)
flow:step("run", nodes.tool_dispatch({ source_key = "calls", tools = { big = { flow = "big.lua" } } })):depends_on("ask")
flow:step("use", function(ctx) return { length = #ctx.tool_results[1].content } end):depends_on("run")
return flow`;
  const big =
    'local flow = Flow.new("big")\nflow:step("s", function() return { tool_result_value = string.rep("x", 3 * 1024 * 1024) } end)\nreturn flow';
  const events: RunEvent[] = [];
  const run = await runScenario(lua, { kind: "flow", flows: { "main.lua": main, "big.lua": big } }, { events });
  if (run.kind !== "flow") throw new Error(run.error);
  expect(run.context?.get("length")).toBe(3n * 1024n * 1024n);
  const shown = run.inspection?.context.get("tool_results");
  expect(isJsonObject(shown) && shown.get("_truncated")).toBe(true);
  const ended = events.find((event) => event.type === "step-end" && event.step === "run");
  expect(ended?.type === "step-end" && isJsonObject(ended.output) && ended.output.get("_truncated")).toBe(true);
});

it("flows of many steps cost about the same a step", async () => {
  const flow = (count: number) =>
    `local flow = Flow.new("many")\n${Array.from({ length: count }, (_, index) => `flow:step("s${index}", function() return { v = ${index} } end)${index < 10 ? "" : `:depends_on("s${index - 10}")`}`).join("\n")}\nreturn flow`;
  const cpuPerStep = async (count: number): Promise<number> => {
    const taken: number[] = [];
    for (let round = 0; round < 7; round++) {
      const before = process.cpuUsage();
      const run = await runScenario(lua, { kind: "flow", flows: { "main.lua": flow(count) } });
      const { user, system } = process.cpuUsage(before);
      if (run.kind !== "flow" || run.status !== "success") throw new Error(run.error);
      taken.push((user + system) / count);
    }
    return Math.min(...taken);
  };
  await cpuPerStep(100);
  const few = await cpuPerStep(100);
  expect(await cpuPerStep(500)).toBeLessThan(few * 4);
});
