import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { garbageCollector } from "./collect-garbage.ts";

it("collects what nobody holds, and shows no script how", async () => {
  const collect = garbageCollector();
  const dropped = new WeakRef(new WebAssembly.Memory({ initial: 1 }));
  // A WeakRef keeps its target until the end of the turn that made it.
  await setImmediate();
  collect();
  expect(dropped.deref()).toBeUndefined();
  expect("gc" in globalThis).toBe(false);
});

it("is found by threads that start at the same time", async () => {
  const thread = new URL("../testing/collecting-thread.mjs", import.meta.url);
  const collected = Array.from({ length: 6 }, async () => {
    const worker = new Worker(thread);
    const [count] = await once(worker, "message");
    await worker.terminate();
    return count;
  });
  expect(await Promise.all(collected)).toEqual(collected.map(() => 40));
}, 60_000);
