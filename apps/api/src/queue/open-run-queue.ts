import { randomUUID } from "node:crypto";
import type { Runner } from "@tool-dispatch/core";
import { Queue } from "bullmq";
import type { Redis } from "ioredis";
import type { RunsElsewhere } from "../runs/run-service.ts";
import { connectRedis } from "./connect-redis.ts";
import { createQueueRunner } from "./queue-runner.ts";
import type { QueueSettings } from "./queue-settings.ts";
import { queuedElsewhere } from "./queued-elsewhere.ts";
import { RunStore } from "./run-store.ts";
import { Subscriptions } from "./subscriptions.ts";

/** Name of the queue in Redis, after the prefix. */
export const QUEUE_NAME = "runs";

/** The API's side of the queue. */
export interface RunQueue {
  readonly runner: Runner;
  readonly elsewhere: RunsElsewhere;
  /** For what else servers share, such as counts of requests. */
  readonly redis: Redis;
  /** Rejects while Redis does not answer. */
  readonly ping: () => Promise<void>;
}

/** Connects to Redis; the runner's `close` ends the connections. */
export function openRunQueue(settings: QueueSettings, onFault: (fault: unknown) => void): RunQueue {
  const redis = connectRedis(settings.redisUrl, onFault);
  const listening = connectRedis(settings.redisUrl, onFault, { maxRetriesPerRequest: null });
  const queue = new Queue(QUEUE_NAME, { connection: redis, prefix: settings.prefix });
  queue.on("error", onFault);
  const store = new RunStore(redis, settings);
  const isHeld = async (id: string) => (await redis.exists(queue.toKey(`${id}:lock`))) === 1;
  const parts = { ...settings, store, isHeld, subscriptions: new Subscriptions(listening) };
  const runner = createQueueRunner({
    ...parts,
    newId: randomUUID,
    async enqueue(id, scenario) {
      await store.order(id, scenario, Date.now());
      // Nothing but the id: what BullMQ keeps and logs holds no word of the scenario.
      await queue.add("run", { id }, { jobId: id, removeOnComplete: true, removeOnFail: true });
    },
    async onClose() {
      await queue.close();
      redis.disconnect();
      listening.disconnect();
    },
  });
  return { runner, elsewhere: queuedElsewhere(parts, onFault), redis, ping: async () => void (await redis.ping()) };
}
