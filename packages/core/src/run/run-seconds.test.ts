import { expect, it } from "vitest";
import { createInProcessRunner } from "../host/index.ts";

it("[08 §1] cancels a run that takes longer than IRONFLOW_MAX_RUN_SECONDS while Lua keeps the thread", async () => {
  const runner = await createInProcessRunner();
  const scenario = JSON.stringify({
    calls: [{ id: "a", name: "spin", arguments: {} }],
    tools: { spin: { flow: "spin.lua" } },
    options: {
      limits: { IRONFLOW_MAX_RUN_SECONDS: 1, IRONFLOW_LUA_MAX_INSTRUCTIONS: 0, IRONFLOW_LUA_MAX_SECONDS: 25 },
    },
    flows: {
      "spin.lua": 'local flow = Flow.new("spin")\nflow:step("main", function() while true do end end)\nreturn flow',
    },
  });
  const outcomes: unknown[] = [];
  for await (const event of runner.run(scenario)) {
    if (event.type === "call-end") outcomes.push(event.outcome.status);
    if (event.type === "run-end") outcomes.push(event.result.outcome);
  }
  expect(outcomes).toEqual(["cancelled", "cancelled"]);
  await runner.close();
});
