import type { Browser, Page } from "@playwright/test";
import { tasksDuring } from "./main-thread.ts";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

/** Processor time that one task of the page may take before a person feels it (workbench §3, §8). */
const MOST_CPU_MS = 100;

const flow = (body: string) => `local flow = Flow.new("h")\nflow:step("s", function(ctx)\n${body}\nend)\nreturn flow\n`;

/** Two results of 3 MiB, one of many values and one long string, and a handler that writes 10,000 lines; or 200 calls. */
const LARGE = {
  version: 1,
  name: "Large results",
  calls: [
    { id: "rows", name: "rows", arguments: "{}" },
    { id: "text", name: "text", arguments: "{}" },
    { id: "lines", name: "lines", arguments: "{}" },
  ],
  tools: { tools: { rows: { flow: "rows.lua" }, text: { flow: "text.lua" }, lines: { flow: "lines.lua" } } },
  flows: {
    "rows.lua": flow(
      '  local rows = {}\n  for i = 1, 20000 do rows[i] = { id = i, name = "row " .. i, text = string.rep("x", 120) } end\n  return { tool_result_value = rows }',
    ),
    "text.lua": flow('  return { tool_result_value = string.rep("line of text\\n", 240000) }'),
    "lines.lua": flow('  for i = 1, 10000 do log("info", "line " .. i) end\n  return {}'),
  },
};

const MANY = {
  version: 1,
  name: "Many calls",
  calls: Array.from({ length: 200 }, (_, index) => ({
    id: `call_${index}`,
    name: "echo",
    arguments: JSON.stringify({ index, city: "Oslo" }),
  })),
  tools: {
    max_calls: 200,
    tools: { echo: { flow: "echo.lua", input: { index: "arguments.index", city: "arguments.city" } } },
  },
  flows: { "echo.lua": flow("  return { city = ctx.city, index = ctx.index }") },
};

const WITH_CONTEXT = {
  version: 1,
  name: "A large context",
  calls: [{ id: "call_1", name: "echo", arguments: "{}" }],
  tools: { tools: { echo: { flow: "echo.lua", input: { city: "ctx.city" } } } },
  context: {
    city: "Oslo",
    rows: Array.from({ length: 9_000 }, (_, id) => ({ id, name: `row ${id}`, text: "x".repeat(80) })),
  },
  flows: { "echo.lua": flow("  return { city = ctx.city }") },
};

// What is recorded for the trace of a failure would be measured too.
test.use({ trace: "off" });
/** Tried at most so often. */
const ROUNDS = 3;

test.describe.configure({ timeout: 180_000 });

const SOON = { timeout: 60_000 };

test("[workbench §3] results of 3 MiB and 10,000 log lines leave the page smooth", async ({ page, browser }) => {
  const bench = new Workbench(page);
  await leavesSmooth("results of 3 MiB and 10,000 lines", browser, page, async () => {
    await bench.drop("large.json", JSON.stringify(LARGE));
    await expect(bench.said).toContainText("All 3 calls", SOON);
    for (const index of [0, 1]) {
      await bench.call(index).getByRole("button").click();
      for (const tab of [/^Result/, "Message", "Raw"]) {
        await bench.detail(tab);
        await expect(page.getByText(/the first [\d,]+ of [\d,]+ characters/).first()).toBeVisible(SOON);
      }
    }
    await bench.detail("What the model sees");
    await bench.detail("Published");
    await bench.detail("Reply");
    await bench.call(2).getByRole("button").click();
    await bench.detail(/^Log/);
    await expect(page.getByRole("tabpanel", { name: "Log lines" }).getByText("10,000 lines")).toBeVisible();
    const lines = page.getByRole("region", { name: "Log lines" });
    await expect.poll(() => lines.evaluate((list) => list.scrollHeight)).toBeGreaterThan(100_000);
    await lines.press("End");
    await expect(page.getByText("line 10000", { exact: true })).toBeVisible();
  });
});

test("[workbench §3] 200 calls leave the page smooth", async ({ page, browser }) => {
  const bench = new Workbench(page);
  await leavesSmooth("200 calls", browser, page, async () => {
    await bench.drop("many.json", JSON.stringify(MANY));
    await expect(bench.said).toContainText("All 200 calls", SOON);
    const calls = page.getByRole("table", { name: "Tool calls" });
    await calls.hover();
    for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400);
    await bench.call(0).getByRole("button").first().focus();
    for (let turn = 0; turn < 40; turn++) await page.keyboard.press("j");
    await bench.document("echo.lua");
    await bench.editor("echo.lua").focus();
    await page.keyboard.type("-- typed above 200 calls\n", { delay: 30 });
    await bench.settled();
  });
});

test("[workbench §3] a context of 1 MB leaves the page smooth while it is edited", async ({ page, browser }) => {
  const bench = new Workbench(page);
  await bench.open();
  await bench.drop("context.json", JSON.stringify(WITH_CONTEXT));
  await expect(bench.said).toContainText("The call succeeded", SOON);
  await leavesSmooth("a context of 1 MB", browser, page, async () => {
    await bench.document("Context");
    await bench.editor("Context").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("   ", { delay: 200 });
    await expect(bench.said).toContainText("The call succeeded", SOON);
    await bench.document("Tools");
    await bench.editor("Tools").focus();
    await page.keyboard.press("ControlOrMeta+Home");
    await page.keyboard.type("  ", { delay: 200 });
    await bench.settled();
    await expect(bench.input("city")).toContainText("Oslo", SOON);
    for (const tab of ["Published", "What the model sees"]) await bench.detail(tab);
  });
});

/**
 * Does it on a page that was just opened, and expects no long task. Whose memory is collected just then has a long one
 * now and then; what is slow by itself is slow each time. So the smoothest of a few rounds counts.
 */
async function leavesSmooth(what: string, browser: Browser, page: Page, action: () => Promise<void>): Promise<void> {
  const longestMs: number[] = [];
  while (longestMs.length < ROUNDS && !(Math.min(...longestMs) < MOST_CPU_MS)) {
    await new Workbench(page).open();
    const [longest] = await tasksDuring(browser, page, action);
    if (longest === undefined) throw new Error("the trace tells of no task");
    const { cpuMs, wallMs } = longest;
    longestMs.push(cpuMs);
    console.log(`${what}: longest task ${cpuMs.toFixed(0)} ms of processor time, ${wallMs.toFixed(0)} ms by the clock`);
  }
  expect(Math.min(...longestMs)).toBeLessThan(MOST_CPU_MS);
}
