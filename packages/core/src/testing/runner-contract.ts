import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInProcessRunner } from "../host/index.ts";
import type { RunEvent, Runner } from "../index.ts";
import { comparableEvents } from "./comparable-events.ts";
import { endlessScenario, runnerScenarios } from "./runner-scenarios.ts";

export interface RunnerTraits {
  /** False for the runner that keeps the thread: it hears nothing while Lua runs. */
  readonly hearsWhileLuaRuns: boolean;
}

/** What every runner must do, wherever it runs (spec 11 §6). */
export function describeRunner(name: string, open: () => Promise<Runner>, traits: RunnerTraits): void {
  describe(name, () => {
    let runner: Runner;
    let reference: Runner;
    beforeAll(async () => {
      runner = await open();
      reference = await createInProcessRunner();
    }, 60_000);
    afterAll(async () => {
      await runner.close();
      await reference.close();
    });

    it.each(runnerScenarios)("[11 §6] tells the same events as any other: $name", async ({ text }) => {
      const events = await collect(runner.run(text));
      expectWhole(events);
      expect(comparableEvents(events)).toEqual(comparableEvents(await collect(reference.run(text))));
    });

    it("keeps runs apart that go on at the same time", async () => {
      const texts = runnerScenarios.slice(0, 3).map((scenario) => scenario.text);
      const runs = await Promise.all(texts.map((text) => collect(runner.run(text))));
      for (const [index, events] of runs.entries()) {
        expectWhole(events);
        const alone = await collect(reference.run(texts[index] ?? ""));
        expect(comparableEvents(events)).toEqual(comparableEvents(alone));
      }
    });

    it("[11 §6] ends with run-end when it was cancelled before it began", async () => {
      const events = await collect(runner.run(endlessScenario, { signal: AbortSignal.abort() }));
      expectWhole(events);
      expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
    });

    if (!traits.hearsWhileLuaRuns) return;

    it("[11 §6] ends every start when it is cancelled inside an endless loop", async () => {
      const controller = new AbortController();
      const events: RunEvent[] = [];
      for await (const event of runner.run(endlessScenario, { signal: controller.signal })) {
        events.push(event);
        // Told while the loop keeps Lua busy.
        if (event.type === "step-start" && event.run === "/dispatch/0") controller.abort();
      }
      expectWhole(events);
      expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
    });

    it("aborts a run whose reader leaves, and serves the next one", async () => {
      for await (const event of runner.run(endlessScenario)) {
        if (event.type === "call-start") break;
      }
      const [first] = runnerScenarios;
      expectWhole(await collect(runner.run(first?.text ?? "")));
    });
  });
}

async function collect(run: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

/** Numbered without gaps, each start with its end, `run-end` last and once. */
export function expectWhole(events: readonly RunEvent[]): void {
  expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index));
  expect(events.filter((event) => event.type === "run-end")).toHaveLength(1);
  expect(events.at(-1)?.type).toBe("run-end");
  expect(openStarts(events)).toEqual([]);
}

function openStarts(events: readonly RunEvent[]): string[] {
  const open: string[] = [];
  for (const event of events) {
    if (event.type === "run-start" || event.type === "run-end") continue;
    const name = `${event.type.split("-")[0]} ${event.run} ${event.step} ${"index" in event ? event.index : ""}`;
    if (event.type === "call-start" || event.type === "step-start") open.push(name);
    if (event.type !== "call-end" && event.type !== "step-end") continue;
    const at = open.indexOf(name);
    expect(at, `${name} ended without a start`).toBeGreaterThanOrEqual(0);
    open.splice(at, 1);
  }
  return open;
}
