import { setImmediate } from "node:timers/promises";
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
