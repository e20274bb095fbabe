import { randomBytes } from "node:crypto";
import { endlessScenario, runnerScenarios } from "@tool-dispatch/core/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inFolder, spawnServer } from "../testing/spawn-server.ts";
import { type SpawnedWorker, spawnWorker } from "../testing/spawn-worker.ts";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

// Servers and processes start slowly on a machine that is busy otherwise.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe("two servers and a worker behind one Redis", () => {
  let redis: StartedRedis;
  let worker: SpawnedWorker;
  let first: TestServer;
  let second: TestServer;
  beforeAll(async () => {
    redis = await startRedis();
    const env = { REDIS_URL: redis.url, RUNS_KEY: randomBytes(32).toString("base64") };
    [first, second, worker] = await Promise.all([startTestServer(env), startTestServer(env), spawnWorker(env)]);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([second?.close(), worker?.end("SIGKILL")]);
    await redis?.stop();
  });

  /** Admits a run and returns its path. */
  async function admit(scenario: string): Promise<string> {
    const response = await first.post("/api/runs", scenario, { prefer: "respond-async" });
    expect(response.status).toBe(202);
    return response.headers.get("location") ?? "";
  }

  const eventsOf = async (url: string, headers: Record<string, string> = {}) => {
    const text = await (await fetch(url, { headers })).text();
    return text.split("\n\n").filter((message) => message !== "");
  };

  it("[11 §5] tell the same events, from any number on", async () => {
    const path = await admit(runnerScenarios[0]?.text ?? "");
    const told = await eventsOf(`${first.url}${path}/events`);
    expect(told.length).toBeGreaterThan(5);
    expect(await eventsOf(`${second.url}${path}/events`)).toEqual(told);
    expect(await eventsOf(`${second.url}${path}/events`, { "last-event-id": "3" })).toEqual(told.slice(4));
    const results = [first, second].map(async ({ url }) => (await fetch(`${url}${path}/result`)).text());
    const [here, there] = await Promise.all(results);
    expect(there).toBe(here);
    expect(here).toContain('"outcome":"ok"');
  });

  it("[11 §5] resume a stream on the other server while the run goes on, and cancel it there", async () => {
    const path = await admit(endlessScenario);
    const state = async (url: string) => ((await (await fetch(url)).json()) as { state: string }).state;
    await expect.poll(() => state(`${second.url}${path}`), { timeout: 20_000 }).toBe("running");
    const rest = eventsOf(`${second.url}${path}/events`, { "last-event-id": "0" });
    const all = eventsOf(`${first.url}${path}/events`);
    expect((await fetch(`${second.url}${path}`, { method: "DELETE" })).status).toBe(204);
    expect(await rest).toEqual((await all).slice(1));
    expect(await (await fetch(`${first.url}${path}/result`)).json()).toMatchObject({ outcome: "cancelled" });
  });

  it("[11 §5] know no run that was never admitted", async () => {
    expect((await fetch(`${second.url}/api/runs/00000000-0000-4000-8000-000000000000`)).status).toBe(404);
  });

  it("finish what goes on when they are asked to end, and their streams say so", async () => {
    const path = await admit(endlessScenario);
    const told = eventsOf(`${second.url}${path}/events`);
    await first.close(0);
    expect((await told).at(-1)).toContain('"outcome":"cancelled"');
  });
});

describe("a process that cannot use its settings", () => {
  const REDIS_URL = "redis://127.0.0.1:1";

  it("ends with what to do: a server without a key", async () => {
    const start = inFolder((folder) => spawnServer({ REDIS_URL, SHARES_FILE: `${folder}/shares.sqlite` }));
    await expect(start).rejects.toThrow("RUNS_KEY is not");
  });

  it.each([
    ["without a key", { REDIS_URL }, "RUNS_KEY is not"],
    ["without Redis", {}, "set REDIS_URL"],
  ])("ends with what to do: a worker %s", async (_title, env, message) => {
    await expect(spawnWorker(env)).rejects.toThrow(message);
  });
});
