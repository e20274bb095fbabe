import { describe, expect, it } from "vitest";
import { Bell } from "./bell.ts";

const FOREVER_MS = 600_000;
const never = new AbortController().signal;

describe("the bell", () => {
  it("wakes whoever waits, and whoever waits only afterwards", async () => {
    const bell = new Bell();
    const waiting = bell.wait(FOREVER_MS, never);
    bell.ring();
    expect(await waiting).toBeUndefined();
    bell.ring();
    expect(await bell.wait(FOREVER_MS, never)).toBeUndefined();
  });

  it("wakes after the time, and when the signal aborts", async () => {
    expect(await new Bell().wait(1, never)).toBeUndefined();
    const controller = new AbortController();
    const waiting = new Bell().wait(FOREVER_MS, controller.signal);
    controller.abort();
    expect(await waiting).toBeUndefined();
    expect(await new Bell().wait(FOREVER_MS, AbortSignal.abort())).toBeUndefined();
  });
});
