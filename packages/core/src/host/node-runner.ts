import type { Runner } from "../index.ts";
import type { WorkerLike } from "./worker-like.ts";
import { createWorkerRunner, type PoolOptions } from "./worker-runner.ts";

export interface NodeRunnerOptions extends PoolOptions {
  /** JavaScript memory of one thread, Lua's not counted; a thread that needs more ends alone. 512 unless given. */
  readonly maxHeapMiB?: number;
}

/** Runs scenarios in Node threads. */
export function createNodeRunner({ maxHeapMiB = 512, ...options }: NodeRunnerOptions = {}): Runner {
  // Beside this module: what the build made of it, or the source.
  const name = import.meta.url.endsWith(".ts") ? "node-worker-source.mjs" : "node-worker.js";
  const file = new URL(name, import.meta.url);
  return createWorkerRunner({ ...options, spawn: () => startThread(file, maxHeapMiB) });
}

/** Pages import this module too: Node is asked for its threads only when one is started. */
export function startThread(file: URL, maxHeapMiB: number): WorkerLike {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const worker = new Worker(file, { name: "lua", resourceLimits: { maxOldGenerationSizeMb: maxHeapMiB } });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listen) => worker.on("message", listen),
    onLoss(listen) {
      worker.on("error", (error: Error) => listen(error.message));
      worker.on("messageerror", (error: Error) => listen(error.message));
      worker.on("exit", (code) => listen(`the thread ended with code ${code}`));
    },
    terminate: async () => void (await worker.terminate()),
  };
}
