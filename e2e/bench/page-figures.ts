import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { endlessScenario } from "@tool-dispatch/core/testing";
import { measureBudgets } from "../../scripts/checks/budgets.mjs";
import { startBuiltServer } from "../../scripts/load/start-built-server.mjs";
import { ensureChromium } from "../../scripts/setup/chromium.mjs";
import { buildRunnerPage, ISOLATED, openRunnerPage } from "../runner-page.ts";
import { firstVisits, LINE } from "./first-visits.ts";

/** `npm run bench:page`: the figures of the page in a Chromium on this machine, beside those that it is to reach. */
const rows: (readonly [what: string, measured: string, reach: string])[] = [];
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: ["--disable-gpu", "--no-sandbox"],
});
await runnerFigures(browser);
const server = await startBuiltServer();
await visitFigures(browser, server.url);
await pageFigures(browser, server.url);
await server.end();
sizes();
await browser.close();
console.log(`${"".padEnd(58)}${"measured".padStart(30)}${"reach".padStart(16)}`);
for (const [what, measured, reach] of rows)
  console.log(`${what.padEnd(58)}${measured.padStart(30)}${reach.padStart(16)}`);

/** The runner alone: six small calls through the worker, and how soon a cancelled run ends and the next one answers. */
async function runnerFigures(browserOf: Browser): Promise<void> {
  await buildRunnerPage();
  const { page, close } = await openRunnerPage(browserOf, ISOLATED);
  const small = JSON.stringify({
    calls: Array.from({ length: 6 }, (_, index) => ({ id: `c${index}`, name: "work", arguments: '{"city":"Oslo"}' })),
    tools: { work: { flow: "work.lua", input: { city: "arguments.city" } } },
    flows: {
      "work.lua":
        'local f = Flow.new("w") f:step("s", function(ctx) return { tool_result_value = { city = ctx.city } } end) return f',
    },
  });
  const times = await page.evaluate(async (scenario) => {
    const taken: number[] = [];
    for (let round = -50; round < 300; round++) {
      const began = performance.now();
      await window.harness.run(scenario);
      if (round >= 0) taken.push(performance.now() - began);
    }
    return taken;
  }, small);
  rows.push(["six small calls through the worker", spread(times), "p95 ≤ 10 ms"]);
  const cancels = await page.evaluate(
    async ([endless, next]) => {
      const taken: number[] = [];
      for (let round = 0; round < 30; round++) {
        const { endedAfterMs } = await window.harness.cancel(endless ?? "");
        const began = performance.now();
        await window.harness.run(next ?? "");
        taken.push(endedAfterMs + performance.now() - began);
      }
      return taken;
    },
    [endlessScenario, small],
  );
  rows.push(["cancel of a busy run to the next run's result", spread(cancels), "p95 ≤ 50 ms"]);
  await close();
}

/** Visits of somebody who was never here, over a line of ordinary speed. */
async function visitFigures(browserOf: Browser, url: string): Promise<void> {
  const { resultMs, editorMs, shifts } = await firstVisits(browserOf, url, 7);
  const line = `${LINE.megabitsPerSecond} Mbit/s, ${LINE.roundTripMs} ms`;
  rows.push([`first result after opening, ${line}`, spread(resultMs), "≤ 1.0 s"]);
  rows.push([`editor there after opening, ${line}`, spread(editorMs), "≤ 2.0 s"]);
  rows.push(["layout shifts until all is there", `at most ${Math.max(...shifts).toFixed(3)}`, "≤ 0.1"]);
}

/** The page as it is served: a key in Context to the reference that shows it, and to the result of the run after it. */
async function pageFigures(browserOf: Browser, url: string): Promise<void> {
  const page = await browserOf.newPage();
  await page.goto(`${url}/`);
  await page.locator(".monaco-editor").first().waitFor();
  await page.getByRole("tab", { name: "Context" }).click();
  await page.getByRole("textbox", { name: "Context" }).first().focus();
  await placeCursorInName(page);
  await page.evaluate(watchKeys);
  for (let key = 0; key < 60; key++) {
    await page.keyboard.type("x");
    await page.waitForTimeout(key % 6 === 5 ? 400 : 60);
  }
  const { references, results } = await page.evaluate(() => window.waits);
  rows.push(["keystroke to the updated reference table", spread(references), "p95 ≤ 32 ms"]);
  rows.push(["keystroke to Lua's results", spread(results), "p95 ≤ 250 ms"]);
  await page.close();
}

/** Behind the first letters of the reader's name, which call 0 passes on. */
async function placeCursorInName(page: Page): Promise<void> {
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowRight");
}

declare global {
  interface Window {
    waits: { references: number[]; results: number[] };
  }
}

/** From a key that goes down to the next change of the references, and of the run's message after it. */
function watchKeys(): void {
  window.waits = { references: [], results: [] };
  let references = Number.NaN;
  let results = Number.NaN;
  addEventListener("keydown", () => (references = results = performance.now()), true);
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      if (element?.closest("table")?.querySelector("caption")?.textContent?.startsWith("Inputs") === true) {
        if (!Number.isNaN(references)) window.waits.references.push(performance.now() - references);
        references = Number.NaN;
      } else if (element?.closest("output") != null && /succeeded|failed/.test(element?.textContent ?? "")) {
        if (!Number.isNaN(results)) window.waits.results.push(performance.now() - results);
        results = Number.NaN;
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

/** The same figures that `npm test` holds. */
function sizes(): void {
  const folder = fileURLToPath(new URL("../../apps/web/dist", import.meta.url));
  for (const { name, bytes, aimBytes } of measureBudgets(folder)) {
    rows.push([`${name}, gzipped`, `${(bytes / 1000).toFixed(0)} kB`, `≤ ${aimBytes / 1000} kB`]);
  }
}

function spread(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return `p50 ${at(0.5).toFixed(0)} ms, p95 ${at(0.95).toFixed(0)} ms (${values.length})`;
}
