import { once } from "node:events";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { createRateLimit } from "./rate-limit.ts";

describe("rates that servers count together", () => {
  let server: StartedRedis;
  beforeAll(async () => {
    server = await startRedis();
  }, 60_000);
  afterAll(() => server.stop());

  const connect = () => {
    const redis = new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => null });
    // The limit answers without Redis; a connection that breaks is told by whoever owns it.
    redis.on("error", () => {});
    return redis;
  };

  it("are one for all servers, each client's alone", async () => {
    const connections = [connect(), connect()];
    const limits = connections.map((redis) => createRateLimit({ name: "together", perMinute: 3, redis }));
    const [one, other] = limits;
    expect([await one?.take("a"), await other?.take("a"), await one?.take("a")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    for (const limit of limits) expect(await limit.take("a")).toBeGreaterThan(0);
    expect(await other?.take("b")).toBeUndefined();
    for (const redis of connections) redis.disconnect();
  });

  it("go on in this server's memory while Redis is away", async () => {
    const passing = await startRedis();
    const redis = new Redis(passing.url, {
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: () => null,
    });
    redis.on("error", () => {});
    await once(redis, "ready");
    const limit = createRateLimit({ name: "alone", perMinute: 2, redis });
    expect(await limit.take("a")).toBeUndefined();
    await passing.stop("SIGKILL");
    await expect.poll(() => redis.status).toBe("end");
    expect([await limit.take("a"), await limit.take("a")]).toEqual([undefined, undefined]);
    expect(await limit.take("a")).toBeGreaterThan(0);
    redis.disconnect();
  });

  it("are none where the operator says so", async () => {
    const limit = createRateLimit({ name: "none", perMinute: 0 });
    for (let n = 0; n < 100; n++) expect(await limit.take("a")).toBeUndefined();
  });
});
