import { createSecretKey, randomBytes, randomUUID } from "node:crypto";
import type { RunEvent } from "@tool-dispatch/core";
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { SealError } from "./run-seal.ts";
import { RunStore } from "./run-store.ts";
import { tellEnd } from "./tell-end.ts";

// Servers and processes start slowly on a machine that is busy otherwise.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const options = { prefix: "t", runsKey: createSecretKey(randomBytes(32)), keepMs: 60_000, maxEventBytes: 4096 };

const start: RunEvent = { seq: 0, at_ms: 0, type: "run-start", kind: "dispatch", name: "n" };
const logged = (seq: number, text = "x"): RunEvent => ({ seq, at_ms: seq, type: "log", run: "", level: "info", text });

describe("the store of runs", () => {
  let server: StartedRedis;
  let redis: Redis;
  let store: RunStore;
  let id: string;
  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.url);
    store = new RunStore(redis, options);
  });
  beforeEach(async () => {
    id = randomUUID();
    await store.order(id, "{}", 1000);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  const tell = async (events: readonly RunEvent[]) => {
    const batch = store.seal(id, events);
    return batch === undefined ? "too-large" : store.append(id, batch);
  };

  it("gives a run to one of many who want it", async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => store.claim(id, 2000)));
    expect(claims.filter((claimed) => claimed)).toHaveLength(1);
    expect(await store.facts(id)).toEqual({ createdAtMs: 1000, claimedAtMs: 2000, cancelled: false });
    expect(await store.claim("unknown", 1)).toBe(false);
  });

  it("gives the scenario once", async () => {
    expect(await store.takeOrder(id)).toBe("{}");
    await expect(store.takeOrder(id)).rejects.toThrow(SealError);
  });

  it("[11 §6] takes events in their order only, each batch once", async () => {
    expect(await tell([start, logged(1)])).toBe("told");
    expect(await tell([logged(1, "again")])).toBe("out-of-turn");
    expect(await tell([logged(3)])).toBe("out-of-turn");
    const batch = store.seal(id, [logged(2)]);
    if (batch === undefined) throw new Error("too large");
    // Its answer was lost, so it is sent again.
    expect([await store.append(id, batch), await store.append(id, batch)]).toEqual(["told", "told"]);
    expect((await store.readAll(id)).map(({ seq }) => seq)).toEqual([0, 1, 2]);
  });

  it("[11 §5] reads from any number on, inside a batch too", async () => {
    await tell([start, logged(1), logged(2)]);
    await tell([logged(3), logged(4)]);
    for (const from of [0, 1, 2, 3, 4, 5]) {
      expect((await store.read(id, from)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4].slice(from));
    }
  });

  it("refuses whoever was given up: what was told in its place stands", async () => {
    await tell([start, { seq: 1, at_ms: 5, type: "call-start", run: "", step: "d", index: 0, id: "a", name: "a" }]);
    await tellEnd(store, id, "lost");
    await tellEnd(store, id, "lost twice");
    expect(await tell([logged(2)])).toBe("out-of-turn");
    const told = await store.readAll(id);
    expect(told.map(({ type }) => type)).toEqual(["run-start", "call-start", "call-end", "run-end"]);
    expect(told.at(-1)).toMatchObject({ result: { outcome: "error", error: "lost" } });
  });

  it("keeps so much of one run and no more, but always its end", async () => {
    expect(await tell([start, logged(1, "y".repeat(2000))])).toBe("told");
    expect(await tell([logged(2, "y".repeat(3000))])).toBe("full");
    expect(await tell([logged(2, "y".repeat(5000))])).toBe("too-large");
    await tellEnd(store, id, "too much");
    expect((await store.readAll(id)).at(-1)).toMatchObject({ type: "run-end", result: { error: "too much" } });
  });

  it("tells nothing of a run that Redis has forgotten", async () => {
    await redis.del(...(await redis.keys(`t:run:${id}:*`)));
    expect(await tell([start])).toBe("gone");
    expect(await store.facts(id)).toBeUndefined();
    await store.cancel(id);
    expect(await redis.keys(`t:run:${id}:*`)).toEqual([]);
  });

  it("opens nothing with another key", async () => {
    await tell([start]);
    const stranger = new RunStore(redis, { ...options, runsKey: createSecretKey(randomBytes(32)) });
    await expect(stranger.read(id, 0)).rejects.toThrow(SealError);
    await expect(stranger.takeOrder(id)).rejects.toThrow(SealError);
  });
});
