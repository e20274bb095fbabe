import type { Runner } from "@tool-dispatch/core";
import { type Job, Worker } from "bullmq";
import { connectRedis } from "./connect-redis.ts";
import { executeRun } from "./execute-run.ts";
import { QUEUE_NAME } from "./open-run-queue.ts";
import type { QueueSettings } from "./queue-settings.ts";
import { RunStore } from "./run-store.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface RunWorkerOptions {
  readonly settings: QueueSettings;
  /** Carries the runs out; closed with the worker. */
  readonly runner: Runner;
  /** Runs at the same time. */
  readonly concurrency: number;
  readonly onFault: (fault: unknown) => void;
  readonly onEnd?: (id: string, outcome: string) => void;
}

export interface RunWorker {
  /** Resolves when runs can be taken. */
  readonly ready: Promise<unknown>;
  /** Takes no more runs; lets those under way finish for `graceMs`, then cancels them. */
  close(graceMs: number): Promise<void>;
}

/** Takes runs out of the queue and carries them out, on this machine. */
export function startRunWorker(options: RunWorkerOptions): RunWorker {
  const { settings, runner, onFault } = options;
  const redis = connectRedis(settings.redisUrl, onFault);
  const listening = connectRedis(settings.redisUrl, onFault, { maxRetriesPerRequest: null });
  const store = new RunStore(redis, settings);
  const running = new Map<string, AbortController>();
  const abort = (id: string) => running.get(id)?.abort();
  new Subscriptions(listening).listen(store.cancels, abort);

  const carryOut = async ({ data: { id } }: Job<{ readonly id: string }>) => {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const outcome = await executeRun({ ...settings, store, runner, controller }, id);
      options.onEnd?.(id, outcome);
    } finally {
      running.delete(id);
    }
  };
  const queueing = connectRedis(settings.redisUrl, onFault, { maxRetriesPerRequest: null });
  const worker = new Worker(QUEUE_NAME, carryOut, {
    connection: queueing,
    prefix: settings.prefix,
    concurrency: options.concurrency,
    lockDuration: settings.lostAfterMs,
    stalledInterval: settings.lostAfterMs / 2,
    // Once back in line: the next worker begins what was not begun, and tells the end of what was.
    maxStalledCount: 1,
  });
  worker.on("error", onFault);
  return {
    ready: worker.waitUntilReady(),
    async close(graceMs) {
      const timer = setTimeout(() => [...running.keys()].forEach(abort), graceMs);
      await worker.close();
      clearTimeout(timer);
      await runner.close();
      for (const connection of [redis, listening, queueing]) connection.disconnect();
    },
  };
}
