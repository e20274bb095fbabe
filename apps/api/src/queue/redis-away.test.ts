import { createSecretKey, randomBytes } from "node:crypto";
import type { RunEvent } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { endlessScenario, runnerScenarios } from "@tool-dispatch/core/testing";
import { expectWhole } from "@tool-dispatch/core/testing/runner-contract";
import { Redis } from "ioredis";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { openRunQueue, type RunQueue } from "./open-run-queue.ts";
import { QUEUE_DEFAULTS } from "./queue-settings.ts";
import { type RunWorker, startRunWorker } from "./run-worker.ts";

// Servers and processes start slowly on a machine that is busy otherwise.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe("when Redis goes away", () => {
  let redis: StartedRedis;
  let queue: RunQueue;
  let worker: RunWorker;
  const faults: unknown[] = [];
  beforeEach(async () => {
    redis = await startRedis();
    const runsKey = createSecretKey(randomBytes(32));
    const settings = { ...QUEUE_DEFAULTS, redisUrl: redis.url, runsKey, redisPatienceMs: 2000, lostAfterMs: 2000 };
    const onFault = (fault: unknown) => void faults.push(fault);
    worker = startRunWorker({ settings, runner: createNodeRunner(), concurrency: 2, onFault });
    await worker.ready;
    queue = openRunQueue(settings, onFault);
  });
  afterEach(async () => {
    await queue.runner.close();
    await worker.close(0);
    await redis.stop();
  });

  it("for a moment only, runs under way go on where they were", async () => {
    const eye = new Redis(redis.url);
    const events: RunEvent[] = [];
    for await (const event of queue.runner.run(slowScenario)) {
      if (events.push(event) > 1) continue;
      for (const type of ["normal", "pubsub"]) await eye.call("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes");
      await eye.call("CLIENT", "PAUSE", "300", "ALL");
    }
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
    eye.disconnect();
  });

  it("runs under way and new ones end with a clear failure, and the next ones are served when it is back", async () => {
    const under: RunEvent[] = [];
    for await (const event of queue.runner.run(endlessScenario)) {
      if (under.push(event) === 1) await redis.stop("SIGKILL");
    }
    expectFailed(under);
    await expect(queue.ping()).rejects.toThrow();
    expectFailed(await collect(queue.runner.run(small)));
    redis = await startRedis(redis.port);
    await expect
      .poll(
        () =>
          queue.ping().then(
            () => "there",
            () => "away",
          ),
        { timeout: 20_000 },
      )
      .toBe("there");
    const next = await collect(queue.runner.run(small));
    expect(next.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
    expect(faults.length).toBeGreaterThan(0);
  });
});

/** Takes about a second of Lua. */
const slowScenario = endlessScenario.replace("while true do end", "for i = 1, 20000000 do end");
const small = runnerScenarios[0]?.text ?? "";

function expectFailed(events: readonly RunEvent[]): void {
  expectWhole(events);
  const error = expect.stringContaining("the queue of runs failed:");
  expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "error", error } });
}

async function collect(run: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}
