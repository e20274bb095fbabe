import type { RunEvent, Runner } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { expectWhole } from "@tool-dispatch/core/testing/runner-contract";
import { afterAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { limitOutput } from "./limit-output.ts";

const LIMITS = { logLines: 100, logCharacters: 1_500_000, calls: 5, characters: 1_000_000 };

describe("what one run may tell", () => {
  const logLimits = { lines: LIMITS.logLines, characters: LIMITS.logCharacters };
  const threads = createNodeRunner({ logLimits });
  const runner = limitOutput(threads, LIMITS);
  afterAll(() => runner.close());

  async function tell(from: Runner, text: string): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for await (const event of from.run(text)) events.push(event);
    expectWhole(events);
    return events;
  }
  const resultOf = (events: readonly RunEvent[]) => {
    const end = events.at(-1);
    return end?.type === "run-end" ? end.result : undefined;
  };
  const calls = (count: number) => ({
    calls: Array.from({ length: count }, (_, n) => ({ id: `c${n}`, name: "tool", arguments: {} })),
  });

  it("is told unchanged below the limits", async () => {
    const text = scenarioOf('for i = 1, 100 do log("info", "line") end return { tool_result_text = "x" }');
    const events = await tell(runner, text);
    expect(resultOf(events)).toMatchObject({ outcome: "ok" });
    const types = (all: readonly RunEvent[]) => all.map(({ type }) => type);
    expect(types(events)).toEqual(types(await tell(threads, text)));
  });

  it.each([
    { what: "100 log lines", text: scenarioOf('while true do log("info", "line") end', calls(4)) },
    { what: "5 calls", text: scenarioOf("return {}", calls(6)) },
    {
      what: "1000000 characters",
      text: scenarioOf('return { tool_result_text = string.rep("x", 400000) }', calls(3)),
    },
    {
      what: "1000000 characters",
      text: scenarioOf('local s = string.rep("x", 60000) for i = 1, 20 do log("info", s) end'),
    },
    {
      what: "1500000 characters of log",
      text: scenarioOf('log("info", string.rep("x", 2000000))'),
    },
  ])("ends with an error beyond $what", async ({ what, text }) => {
    const events = await tell(runner, text);
    expect(resultOf(events)).toMatchObject({ outcome: "error", error: expect.stringContaining(what) });
    expect(events.filter(({ type }) => type === "log").length).toBeLessThanOrEqual(100);
  });

  it("does not carry a flood out of its thread", async () => {
    let characters = 0;
    const text = scenarioOf('local s = string.rep("x", 1000000) while true do log("info", s) end');
    for await (const event of threads.run(text)) if (event.type === "log") characters += event.text.length;
    expect(characters).toBe(2_000_000);
  });

  it("ends a flood soon, not when the handlers' time is over", async () => {
    const beganMs = performance.now();
    const flood = scenarioOf('while true do log("info", "line") end', {
      ...calls(5),
      options: { on_error: "ignore", limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 0, IRONFLOW_LUA_MAX_SECONDS: 30 } },
    });
    expect(resultOf(await tell(runner, flood))).toMatchObject({ outcome: "error" });
    expect(performance.now() - beganMs).toBeLessThan(20_000);
  });
});
