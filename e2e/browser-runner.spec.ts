import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { checkExpectation, compactJson, type RunEvent, readScenario } from "@tool-dispatch/core";
import { createInProcessRunner } from "@tool-dispatch/core/host";
import { comparableEvents, endlessScenario, runnerScenarios } from "@tool-dispatch/core/testing";
import { libraryNodesScenario } from "./library-nodes.ts";
import { buildRunnerPage, eventOf, ISOLATED, openRunnerPage, type RunnerPage } from "./runner-page.ts";

// The runner of the page, alone: built as the page is built, in a page of its own, against the same runner in this process.

const CASES = new URL("../conformance/reference/", import.meta.url);
// In one worker, so that the page is built once.
test.describe.configure({ mode: "default" });
test.beforeAll(buildRunnerPage);

for (const { memory, headers } of [
  { memory: "shared", headers: ISOLATED },
  { memory: "not shared", headers: {} },
]) {
  test.describe(`the runner in a browser's worker, where memory is ${memory}`, () => {
    let opened: RunnerPage;
    test.beforeAll(async ({ browser }) => {
      opened = await openRunnerPage(browser, headers);
      expect(await opened.page.evaluate(() => crossOriginIsolated)).toBe(memory === "shared");
    });
    test.afterAll(() => opened.close());

    const run = (text: string) => opened.run(text);

    test("[11 §6] tells the same events as a run in this process", async () => {
      const reference = await createInProcessRunner();
      for (const { name, text } of runnerScenarios) {
        const here: RunEvent[] = [];
        for await (const event of reference.run(text)) here.push(event);
        expect(comparableEvents(await run(text)), name).toEqual(comparableEvents(here));
      }
      await reference.close();
    });

    test("[07 §5] nodes that load a library publish what they publish in this process", async () => {
      const reference = await createInProcessRunner();
      let here: RunEvent | undefined;
      for await (const event of reference.run(libraryNodesScenario)) here = event;
      await reference.close();
      const there = (await run(libraryNodesScenario)).at(-1);
      if (here?.type !== "run-end" || there?.type !== "run-end") throw new Error("a run did not end");
      if (here.result.kind !== "flow" || there.result.kind !== "flow") throw new Error("the flow could not be read");
      expect([here.result.status, here.result.error]).toEqual(["success", undefined]);
      expect([there.result.status, there.result.error]).toEqual(["success", undefined]);
      expect(there.result.context).toEqual(here.result.context);
    });

    test("the reference scenarios end as they say", async () => {
      const differences: string[] = [];
      for (const name of readdirSync(CASES).filter((file) => file.endsWith(".json"))) {
        const text = readFileSync(new URL(name, CASES), "utf8");
        const scenario = readScenario(text);
        if (!scenario.ok) throw new Error(`${name}: ${scenario.problems[0]?.message}`);
        const end = (await run(text)).at(-1);
        if (end?.type !== "run-end") throw new Error(`${name} did not end`);
        for (const { path, expected, actual } of checkExpectation(scenario.value.expect ?? new Map(), end.result)) {
          differences.push(
            `${name} ${path}: ${compactJson(expected)} ≠ ${actual === undefined ? "nothing" : compactJson(actual)}`,
          );
        }
      }
      expect(differences).toEqual([]);
    });

    test("[11 §6] ends a cancelled endless loop with all its ends, and serves the next run", async () => {
      const { events } = await opened.page.evaluate((scenario) => window.harness.cancel(scenario), endlessScenario);
      const told = events.map(eventOf);
      expect(told.map(({ seq }) => seq)).toEqual(told.map((_, index) => index));
      expect(told.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
      const starts = told.filter(({ type }) => type === "call-start" || type === "step-start").length;
      expect(told.filter(({ type }) => type === "call-end" || type === "step-end")).toHaveLength(starts);
      expect((await run(runnerScenarios[0]?.text ?? "")).at(-1)).toMatchObject({ result: { outcome: "ok" } });
    });
  });
}
