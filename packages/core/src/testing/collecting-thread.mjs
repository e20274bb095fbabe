// A thread that asks for a collector again and again, as worker threads that start at the same time do.
import { setImmediate } from "node:timers/promises";
import { parentPort } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const { garbageCollector } = await import("../host/collect-garbage.ts");
let collected = 0;
for (let round = 0; round < 40; round++) {
  const dropped = new WeakRef({});
  const collect = garbageCollector();
  await setImmediate();
  collect();
  if (dropped.deref() === undefined) collected++;
}
parentPort?.postMessage(collected);
