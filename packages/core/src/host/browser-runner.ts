import type { Runner } from "../index.ts";
import type { FromWorker } from "./messages.ts";
import type { WorkerLike } from "./worker-like.ts";
import { createWorkerRunner, type PoolOptions } from "./worker-runner.ts";

/** Runs scenarios in workers of this page; they fetch Lua from where the page's own files are. */
export function createBrowserRunner(options: PoolOptions = {}): Runner {
  return createWorkerRunner({ ...options, spawn: startWorker });
}

function startWorker(): WorkerLike {
  // Bundlers look for exactly this expression.
  const worker = new Worker(new URL("./browser-worker.ts", import.meta.url), { type: "module", name: "lua" });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listen) => worker.addEventListener("message", (event: MessageEvent<FromWorker>) => listen(event.data)),
    onLoss(listen) {
      worker.addEventListener("error", (event) => listen(event.message || "the worker could not be started"));
      worker.addEventListener("messageerror", () => listen("a message of the worker could not be read"));
    },
    terminate: async () => worker.terminate(),
  };
}
