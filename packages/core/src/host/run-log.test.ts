import { describe, expect, it } from "vitest";
import type { RunEvent, UnstampedEvent } from "../index.ts";
import { RunLog } from "./run-log.ts";

const step = (name: string) => ({ run: "", step: name, node: "code", phase: 0, attempt: 1 });
const START: UnstampedEvent = { type: "run-start", kind: "flow" };
const END: UnstampedEvent = {
  type: "run-end",
  result: { kind: "flow", outcome: "ok", calls: [], problems: [], duration_ms: 5 },
};
const began = (name: string): UnstampedEvent => ({ type: "step-start", ...step(name) });
const ended = (name: string): UnstampedEvent => ({
  type: "step-end",
  ...step(name),
  status: "success",
  duration_ms: 1,
});
const log = (text: string): UnstampedEvent => ({ type: "log", run: "", level: "info", text });

/** As a worker numbers them. */
const told = (...events: UnstampedEvent[]): RunEvent[] => events.map((event, seq) => ({ ...event, seq, at_ms: seq }));

function newLog() {
  const delivered: RunEvent[] = [];
  return { delivered, log: new RunLog((events) => delivered.push(...events)) };
}

describe("the log of a run that changes workers", () => {
  it("[11 §6] leaves out what was told and numbers on", () => {
    const { delivered, log: runLog } = newLog();
    runLog.add(told(START, began("a"), log("x"), ended("a")));
    runLog.beginAgain(1000);
    runLog.add(told(START, began("a"), log("x"), ended("a"), began("b"), ended("b"), END));
    expect(delivered.map(({ seq, type }) => `${seq} ${type}`)).toEqual([
      "0 run-start",
      "1 step-start",
      "2 log",
      "3 step-end",
      "4 step-start",
      "5 step-end",
      "6 run-end",
    ]);
    expect(delivered.map((event) => event.at_ms)).toEqual([0, 1, 2, 3, 1004, 1005, 1006]);
    expect(delivered.at(-1)).toMatchObject({ result: { duration_ms: 1005 } });
    expect(runLog.ended).toBe(true);
  });

  it("keeps what a worker tells twice itself", () => {
    const { delivered, log: runLog } = newLog();
    runLog.add(told(START, log("x")));
    runLog.beginAgain(0);
    runLog.add(told(START, log("x"), log("x"), END));
    expect(delivered.filter(({ type }) => type === "log")).toHaveLength(2);
  });

  it("[11 §6] ends what the second worker did not come to", () => {
    const { delivered, log: runLog } = newLog();
    runLog.add(told(START, began("a"), began("b")));
    runLog.beginAgain(10);
    runLog.add(told(START, END));
    expect(delivered.slice(3)).toMatchObject([
      { seq: 3, type: "step-end", step: "b", status: "cancelled" },
      { seq: 4, type: "step-end", step: "a", status: "cancelled" },
      { seq: 5, type: "run-end" },
    ]);
  });

  it("[11 §6] has last words when no worker can say them", () => {
    const { delivered, log: runLog } = newLog();
    runLog.add(told(START, began("a")));
    runLog.endAbruptly("the worker is gone", 20);
    expect(delivered.slice(2)).toMatchObject([
      { seq: 2, type: "step-end", step: "a", status: "failed", error: "the worker is gone" },
      { seq: 3, type: "run-end", result: { kind: "flow", outcome: "error", error: "the worker is gone" } },
    ]);
  });
});
