import { beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import { compactJson, type FinishedRun, type Json } from "../index.ts";
import { createLua, type LuaInstance } from "../lua/index.ts";
import { ManualClock } from "./manual-clock.ts";
import { runScenario } from "./run-scenario.ts";

let lua: LuaInstance;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
});

const CHILDREN = {
  "ok.lua": 'local f = Flow.new("ok")\nf:step("s", function(ctx) return { got = ctx.x, _own = 1 } end)\nreturn f',
  "bad.lua": 'local f = Flow.new("bad")\nf:step("s", function(ctx) error("boom") end)\nreturn f',
  "broken.lua": "this is no Lua",
  "slow.lua": 'local f = Flow.new("slow")\nf:step("w", nodes.delay({ seconds = 5 }))\nreturn f',
  "tick.lua": `local f = Flow.new("tick")
f:step("t", function(ctx)
  local n = (ctx.repeat_state or 0) + 1
  return { repeat_next_state = n, repeat_done = n >= ctx.goal }
end)
return f`,
  "mute.lua": 'local f = Flow.new("mute")\nf:step("t", function() return {} end)\nreturn f',
  "stuck.lua": 'local f = Flow.new("stuck")\nf:step("t", function() return { repeat_done = false } end)\nreturn f',
};

type FlowRun = Extract<FinishedRun, { kind: "flow" }>;
const flow = async (node: string, context: unknown = {}, clock?: ManualClock): Promise<FlowRun> => {
  const main = `local f = Flow.new("main")\nf:step("n", nodes.${node})\nreturn f`;
  const document = { kind: "flow", context, flows: { "main.lua": main, ...CHILDREN } };
  const run = runScenario(lua, document, clock === undefined ? {} : { clock });
  await clock?.advance(60_000);
  const ended = await run;
  if (ended.kind !== "flow") throw new Error(ended.error ?? ended.kind);
  return ended;
};
const error = async (node: string, context: unknown = {}) => (await flow(node, context)).tasks?.get("n")?.error;
const value = (run: FlowRun, key: string): string => compactJson(run.context?.get(key) ?? null);

describe("subworkflow", () => {
  it("[07 §4] copies the parent's context without an input, and publishes public keys alone", async () => {
    const run = await flow('subworkflow({ flow = "ok.lua" })', { x: 7 });
    expect(value(run, "got")).toBe("7");
    expect(run.context?.has("_own")).toBe(false);
    expect(value(run, "subworkflow_error")).toBe("null");
  });

  it("[07 §4] fails fast without an output key and ignores with one", async () => {
    expect(await error('subworkflow({ flow = "bad.lua" })')).toContain(
      "Subworkflow 'bad' finished with status: failed: task 's': ",
    );
    const run = await flow('subworkflow({ flow = "bad.lua", output_key = "k" })');
    expect([value(run, "k_success"), run.status]).toEqual(["false", "success"]);
  });

  it.each([
    ["subworkflow({})", "subworkflow requires 'flow'"],
    [
      'subworkflow({ flow = "ok.lua", on_error = "skip" })',
      "subworkflow: invalid on_error 'skip'; expected 'fail_fast' or 'ignore'",
    ],
    ['subworkflow({ flow = "gone.lua", output_key = "k" })', "cannot find '/flows/gone.lua'"],
    ['subworkflow({ flow = "broken.lua", output_key = "k" })', "Failed to evaluate flow file 'broken.lua'"],
  ])("[07 §4] refuses %s under both policies", async (node, text) => {
    expect(await error(node)).toContain(text);
  });

  it("[07 §4] goes on beside a child that it does not wait for", async () => {
    const clock = new ManualClock();
    const run = await flow('subworkflow({ flow = "slow.lua", wait = false })', {}, clock);
    expect([value(run, "subworkflow_name"), value(run, "subworkflow_async")]).toEqual(['"slow"', "true"]);
    expect(run.context?.has("subworkflow_success")).toBe(false);
  });
});

describe("parallel_subworkflows", () => {
  it("[07 §4] keeps the order of static entries, each flat or under its own key", async () => {
    const node =
      'parallel_subworkflows({ flows = { { flow = "ok.lua", input = { x = "name" } }, { flow = "ok.lua", input = { x = 2 }, output_key = "sub" } } })';
    const run = await flow(node, { name: "Ada" });
    expect(value(run, "parallel_results")).toBe(
      '[{"flow":"ok","got":"Ada","success":true,"x":"Ada"},{"flow":"ok","sub":{"got":2,"x":2},"success":true}]',
    );
  });

  it("[07 §4] runs all, then fails with every error", async () => {
    const text = await error(
      'parallel_subworkflows({ flows = { { flow = "bad.lua" }, { flow = "ok.lua" }, { flow = "broken.lua" } } })',
    );
    expect(text).toContain("parallel_subworkflows: 2 flow(s) failed:");
    expect(text).toContain("Subworkflow 'bad' (index 0) finished with status: failed");
    expect(text).toContain("Subworkflow at index 2 failed: Failed to evaluate");
  });

  it("[07 §4] waits for all children at once, not for one after the other", async () => {
    const clock = new ManualClock();
    await flow('parallel_subworkflows({ flow = "slow.lua", source_key = "jobs" })', { jobs: [1, 2, 3] }, clock);
    expect(clock.asked.filter((ms) => ms === 5000)).toHaveLength(3);
  });

  it.each([
    ["parallel_subworkflows({ flows = json_array({}) })", "non-empty 'flows'"],
    [
      'parallel_subworkflows({ flows = { { flow = "ok.lua", output_key = "error" } } })',
      "child output namespace 'error' is reserved for result metadata",
    ],
    ['parallel_subworkflows({ flow = "ok.lua", source_key = "none" })', "Key 'none' not found in context"],
    [
      'parallel_subworkflows({ flows = { { flow = "gone.lua" } }, on_error = "ignore" })',
      "cannot find '/flows/gone.lua'",
    ],
    ['parallel_subworkflows({ flows = { { flow = "ok.lua" } }, max_concurrent = 0 })', "greater than 0"],
  ])("[07 §4] refuses %s", async (node, text) => {
    expect(await error(node)).toContain(text);
  });
});

describe("repeat_subworkflow", () => {
  it("[07 §4] carries the state from round to round and waits longer each time", async () => {
    const clock = new ManualClock();
    const node =
      'repeat_subworkflow({ flow = "tick.lua", max_iterations = 9, delay_seconds = 1, backoff_factor = 3, max_delay_seconds = 5 })';
    const run = await flow(node, { goal: 4 }, clock);
    expect([value(run, "repeat_result_iterations"), value(run, "repeat_result_state")]).toEqual(["4", "4"]);
    expect(clock.asked).toEqual([1000, 3000, 5000]);
  });

  it.each<[string, string, Json]>([
    ['repeat_subworkflow({ flow = "tick.lua" })', "repeat_subworkflow requires 'max_iterations'", null],
    [
      'repeat_subworkflow({ flow = "tick.lua", max_iterations = 2 })',
      "child 'tick' did not set 'repeat_done' to true within max_iterations (2)",
      null,
    ],
    [
      'repeat_subworkflow({ flow = "mute.lua", max_iterations = 2 })',
      "repeat_subworkflow: child iteration 1 must return boolean 'repeat_done'",
      null,
    ],
    [
      'repeat_subworkflow({ flow = "stuck.lua", max_iterations = 2 })',
      "child 'stuck' iteration 1 returned false in 'repeat_done' but omitted 'repeat_next_state'",
      null,
    ],
    [
      'repeat_subworkflow({ flow = "bad.lua", max_iterations = 2 })',
      "repeat_subworkflow: child 'bad' iteration 1 finished with status: failed: task 's'",
      null,
    ],
    [
      'repeat_subworkflow({ flow = "tick.lua", max_iterations = 2000 })',
      "max_iterations 2000 exceeds process limit of 128 (IRONFLOW_MAX_REPEAT_ITERATIONS)",
      null,
    ],
    ['repeat_subworkflow({ flow = "tick.lua", max_iterations = 2, until_key = "repeat_state" })', "must differ", null],
    [
      'repeat_subworkflow({ flow = "tick.lua", max_iterations = 2, input = { repeat_done = 1 } })',
      "must not set 'repeat_done'",
      null,
    ],
    ['repeat_subworkflow({ flow = "tick.lua", max_iterations = 2, backoff_factor = 0.5 })', "backoff_factor", null],
  ])("[07 §4] refuses %s", async (node, text) => {
    expect(await error(node, { goal: 9 })).toContain(text);
  });
});

describe("foreach", () => {
  it("[07 §5] drops nil and null, or keeps them, and leaves false", async () => {
    const body =
      "function(item, index) if item == 2 then return nil end if item == 3 then return json_null end return item ~= 1 and { i = index } end";
    const dropped = await flow(`foreach({ source_key = "l", transform = ${body} })`, { l: [1, 2, 3, 4] });
    expect([value(dropped, "foreach_results"), value(dropped, "foreach_results_count")]).toEqual([
      '[false,{"i":4}]',
      "2",
    ]);
    const kept = await flow(
      `foreach({ source_key = "l", transform = ${body}, filter_nulls = "no", output_key = "k" })`,
      { l: [1, 2, 3, 4] },
    );
    expect(value(kept, "k")).toBe('[false,null,null,{"i":4}]');
  });

  it("[07 §5] needs a function", async () => {
    expect(await error('foreach({ source_key = "l" })', { l: [] })).toContain(
      "foreach requires 'transform' to be a function",
    );
  });
});
