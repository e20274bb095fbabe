import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunEvent, Runner } from "../index.ts";
import { createNodeRunner } from "./node-runner.ts";

let runner: Runner;
beforeAll(() => {
  runner = createNodeRunner();
});
afterAll(() => runner.close());

/** A pattern that backtracks without end on this text. */
const trap = { type: "string", pattern: "^(a+)+$" };
const text = `${"a".repeat(60)}b`;

async function run(step: string) {
  const events: RunEvent[] = [];
  const scenario = {
    kind: "flow",
    context: { text, schema: trap },
    options: { limits: { IRONFLOW_LUA_MAX_SECONDS: 1 } },
    flows: {
      "main.lua": `local flow = Flow.new("f")
flow:step("before", function() return { before = true } end)
flow:step("trap", nodes.validate_schema({ source_key = "text", schema_key = "schema" })):depends_on("before")${step}
flow:step("beside", function() return { beside = true } end)
return flow`,
    },
  };
  for await (const event of runner.run(JSON.stringify(scenario))) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "run-end" || end.result.kind !== "flow") throw new Error("no flow ended");
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index));
  return end.result;
}

describe("work of nodes outside Lua", () => {
  it("is ended for the time budget by the watchdog, and the run goes on", async () => {
    const { status, error, context, tasks } = await run("");
    expect(status).toBe("failed");
    expect(error).toContain("validate_schema exceeded the time budget of 1s");
    expect(tasks?.get("trap")?.attempt).toBe(1);
    expect([context?.get("before"), context?.get("beside")]).toEqual([true, true]);
  });

  it("is ended for the step's own timeout when that comes first", async () => {
    const { error } = await run(":timeout(0.2)");
    expect(error).toMatch(/step deadline exceeded|timed out after 0.2s total/);
  });

  it("counts each attempt on its own", async () => {
    const { tasks, error } = await run(":retries(1, 0)");
    expect(tasks?.get("trap")?.attempt).toBe(2);
    expect(error).toContain("failed after 2 attempts: validate_schema exceeded the time budget of 1s");
  });
});
