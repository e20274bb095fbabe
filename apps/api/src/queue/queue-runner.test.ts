import { createSecretKey, randomBytes } from "node:crypto";
import type { Runner } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { describeRunner } from "@tool-dispatch/core/testing/runner-contract";
import { afterAll, expect, vi } from "vitest";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { openRunQueue } from "./open-run-queue.ts";
import { QUEUE_DEFAULTS, type QueueSettings } from "./queue-settings.ts";
import { type RunWorker, startRunWorker } from "./run-worker.ts";

// Servers and processes start slowly on a machine that is busy otherwise.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const faults: unknown[] = [];
const onFault = (fault: unknown) => void faults.push(fault);
let redis: StartedRedis | undefined;
let worker: RunWorker | undefined;

describeRunner("a runner on workers behind Redis", openQueued, { hearsWhileLuaRuns: true });

afterAll(async () => {
  await worker?.close(0);
  await redis?.stop();
  expect(faults).toEqual([]);
});

async function openQueued(): Promise<Runner> {
  redis = await startRedis();
  const runsKey = createSecretKey(randomBytes(32));
  const settings: QueueSettings = { ...QUEUE_DEFAULTS, redisUrl: redis.url, runsKey };
  worker = startRunWorker({ settings, runner: createNodeRunner(), concurrency: 3, onFault });
  await worker.ready;
  return openRunQueue(settings, onFault).runner;
}
