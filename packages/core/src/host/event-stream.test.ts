import { describe, expect, it } from "vitest";
import type { RunEvent } from "../index.ts";
import { EventStream } from "./event-stream.ts";

const event = (seq: number): RunEvent => ({ seq, at_ms: 0, type: "log", run: "", level: "info", text: "" });

describe("a stream of events", () => {
  it("keeps the order, whether the reader or the event comes first", async () => {
    const stream = new EventStream(async () => {});
    const early = [stream.next(), stream.next()];
    stream.push([event(0)]);
    stream.push([event(1), event(2), event(3)]);
    const late = [stream.next(), stream.next(), stream.next()];
    stream.end();
    const results = await Promise.all([...early, ...late]);
    expect(results.map(({ value, done }) => (done ? "end" : value.seq))).toEqual([0, 1, 2, 3, "end"]);
  });

  it("lets a reader go once what it leaves has ended, also while it waits for an event", async () => {
    let left = false;
    const stream = new EventStream(async () => {
      await Promise.resolve();
      left = true;
    });
    const waiting = stream.next();
    await stream.return();
    expect(left).toBe(true);
    expect(await waiting).toEqual({ done: true, value: undefined });
    stream.push([event(0)]);
  });
});
