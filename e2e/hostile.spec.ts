import { readFileSync } from "node:fs";
import { expect, test as plain } from "@playwright/test";
import type { RunEvent } from "@tool-dispatch/core";
import { handlerSurvey } from "@tool-dispatch/core/testing";
import { test as playground } from "./playground.ts";
import { buildRunnerPage, ISOLATED, openRunnerPage, type RunnerPage } from "./runner-page.ts";
import { Workbench } from "./workbench.ts";

interface HostileBody {
  readonly id: string;
  readonly body: string;
}

const BODIES = readFileSync(new URL("../conformance/hostile/bodies.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as HostileBody);

const SURVEY = `local found = (function() ${handlerSurvey} end)() return { tool_result_value = found }`;

const flow = (body: string) => `local f = Flow.new("h") f:step("s", function(ctx) ${body} end) return f`;

/** A dispatch whose first call attacks and whose second looks around. */
function dispatch(body: string, limits: object = { IRONFLOW_LUA_MAX_SECONDS: 1 }): string {
  return JSON.stringify({
    calls: ["attack", "survey"].map((name) => ({ id: name, name, arguments: "{}" })),
    tools: { attack: { flow: "attack.lua" }, survey: { flow: "survey.lua" } },
    flows: { "attack.lua": flow(body), "survey.lua": flow(SURVEY) },
    options: { on_error: "ignore", limits },
  });
}

function ended(events: readonly RunEvent[], index: number) {
  const end = events.find((event) => event.type === "call-end" && event.index === index);
  if (end?.type !== "call-end") throw new Error(`call ${index} did not end`);
  return end;
}

function surveyed(events: readonly RunEvent[]): unknown {
  const { outcome } = ended(events, 1);
  return "entry" in outcome ? outcome.entry.get("content") : outcome;
}

// In one worker, so that the page is built once.
plain.describe.configure({ mode: "default" });

plain.describe("[04 §6] hostile handlers in Chromium", () => {
  let opened: RunnerPage;
  const told: string[] = [];
  plain.beforeAll(async ({ browser }) => {
    await buildRunnerPage();
    opened = await openRunnerPage(browser, ISOLATED);
    opened.page.on("console", (message) => told.push(message.text()));
    opened.page.on("pageerror", (error) => told.push(error.message));
  });
  plain.afterAll(() => opened.close());

  plain("end in their time, leave the next call as it would be, and reach nothing", async () => {
    plain.setTimeout(600_000);
    const untouched = surveyed(await opened.run(dispatch("return {}")));
    expect(String(untouched)).toContain("_G.json_parse:function");
    const globals = () =>
      opened.page.evaluate(() => JSON.stringify([Object.keys(window), Object.keys(Object.prototype)]));
    const before = await globals();
    for (const { id, body } of BODIES) {
      const events = await opened.run(dispatch(body));
      const attack = ended(events, 0);
      // Its second, a second more, and as much again for a machine that has other things to do.
      expect(attack.duration_ms, id).toBeLessThan(4_000);
      const { outcome } = attack;
      const error = "entry" in outcome ? outcome.entry.get("error") : "error" in outcome ? outcome.error : undefined;
      expect(String(error ?? ""), id).not.toMatch(/blob:|https?:|\.js\b|\.wasm|node_modules/);
      // A handler that does not even load ends the step (spec 01 §4), so the next run looks around.
      const next = outcome.status === "error" ? await opened.run(dispatch("return {}")) : events;
      expect(surveyed(next), id).toEqual(untouched);
      expect(events.at(-1)?.type, id).toBe("run-end");
    }
    expect(await globals()).toBe(before);
    expect(told).toEqual([]);
  });
});

playground("[workbench §3] typing goes on while a handler attacks", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  await workbench.write(
    "weather.lua",
    "Handler flow weather.lua",
    flow("while true do pcall(function() while true do end end) end"),
  );
  await workbench.said.getByText(/Running/).waitFor();
  await page.evaluate(() => {
    const waits: number[] = [];
    Object.assign(window, { waits });
    // From the key that goes down to the next picture.
    addEventListener(
      "keydown",
      () => {
        const began = performance.now();
        requestAnimationFrame(() => setTimeout(() => waits.push(performance.now() - began)));
      },
      true,
    );
  });
  const typed = "-- still here";
  await page.keyboard.type(typed, { delay: 40 });
  await expect(page.locator(".monaco-editor").first()).toContainText("still");
  const waits = (await page.evaluate(() => (window as unknown as { waits: number[] }).waits)).sort((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? Number.NaN;
  console.log(
    `keystroke to picture while a handler loops: p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms`,
  );
  expect(waits.length).toBeGreaterThanOrEqual(typed.length);
  // The figure is for people: pictures are drawn by the processor here, which other tests use too.
  expect(at(0.95)).toBeLessThan(5_000);
});
