import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Browser, expect, test as plain } from "@playwright/test";
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

/** A dispatch of nothing but attacks. */
function attacks(body: string, count: number, limits: object): string {
  return JSON.stringify({
    calls: Array.from({ length: count }, (_, index) => ({ id: `a${index}`, name: "attack", arguments: "{}" })),
    tools: { attack: { flow: "attack.lua" } },
    flows: { "attack.lua": flow(body) },
    options: { on_error: "ignore", max_calls: count, limits },
  });
}

/** Resident memory of all pages of the browser, their workers' included. */
async function rendererKiB(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const ids = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => String(id));
  const sizes = execFileSync("ps", ["-o", "rss=", "-p", ids.join(",")], { encoding: "utf8" });
  return sizes
    .trim()
    .split(/\s+/)
    .reduce((sum, size) => sum + Number(size), 0);
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

  plain("a hundred of them in a row leave the page as small as it was", async ({ browser }) => {
    plain.setTimeout(300_000);
    const limits = { IRONFLOW_LUA_MAX_INSTRUCTIONS: 5_000, IRONFLOW_LUA_MAX_MEMORY_BYTES: 16 * 2 ** 20 };
    const greedy = [
      'local s = ("x"):rep(12000000) return { n = #s }',
      'local s = "x" while true do s = s .. s end',
      "local t = {} while true do t[#t + 1] = {} end",
    ];
    for (const body of greedy) await opened.run(attacks(body, 10, limits));
    const before = await rendererKiB(browser);
    for (const body of greedy) {
      const events = await opened.run(attacks(body, 100, limits));
      expect(events.filter((event) => event.type === "call-end")).toHaveLength(100);
    }
    expect(surveyed(await opened.run(dispatch("return {}", limits)))).toContain("_G.json_parse:function");
    const grownKiB = (await rendererKiB(browser)) - before;
    console.log(`the renderers grew by ${(grownKiB / 1024).toFixed(0)} MiB in 300 greedy calls`);
    expect(grownKiB).toBeLessThan(200 * 1024);
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
