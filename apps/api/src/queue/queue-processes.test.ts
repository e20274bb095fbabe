import { createSecretKey, randomBytes, randomUUID } from "node:crypto";
import { compactJson, eventToJson, type RunEvent } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { endlessScenario, runnerScenarios } from "@tool-dispatch/core/testing";
import { expectWhole } from "@tool-dispatch/core/testing/runner-contract";
import { Worker } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readRedis } from "../testing/read-redis.ts";
import { type SpawnedWorker, spawnWorker } from "../testing/spawn-worker.ts";
import { type StartedRedis, startRedis } from "../testing/start-redis.ts";
import { openRunQueue, QUEUE_NAME, type RunQueue } from "./open-run-queue.ts";
import { QUEUE_DEFAULTS, type QueueSettings } from "./queue-settings.ts";
import { LOST_WORKER } from "./run-watch.ts";
import { type RunWorker, startRunWorker } from "./run-worker.ts";

// Servers and processes start slowly on a machine that is busy otherwise.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const keyBytes = randomBytes(32);
const LOST_AFTER_MS = 1500;
const quiet = () => {};

let redis: StartedRedis;
let settings: QueueSettings;
const opened: RunQueue[] = [];
const processes: SpawnedWorker[] = [];
const workers: RunWorker[] = [];

beforeAll(async () => {
  redis = await startRedis();
  const runsKey = createSecretKey(keyBytes);
  settings = { ...QUEUE_DEFAULTS, redisUrl: redis.url, runsKey, lostAfterMs: LOST_AFTER_MS, prefix: "first" };
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ runner }) => runner.close()));
  await Promise.all(workers.splice(0).map((worker) => worker.close(0)));
  await Promise.all(processes.splice(0).map((started) => started.end("SIGKILL")));
  // Each test has keys of its own, so that no job of one is taken by the workers of the next.
  settings = { ...settings, prefix: `p-${randomUUID()}` };
});
afterAll(() => redis.stop());

function openApi(change: Partial<QueueSettings> = {}): RunQueue {
  const queue = openRunQueue({ ...settings, ...change }, quiet);
  opened.push(queue);
  return queue;
}

/** In this process, where it need not be killed. */
async function openWorker(change: Partial<QueueSettings> = {}): Promise<RunWorker> {
  const runner = createNodeRunner();
  const worker = startRunWorker({ settings: { ...settings, ...change }, runner, concurrency: 2, onFault: quiet });
  workers.push(worker);
  await worker.ready;
  return worker;
}

async function startWorker(): Promise<SpawnedWorker> {
  const started = await spawnWorker({
    REDIS_URL: settings.redisUrl,
    RUNS_KEY: keyBytes.toString("base64"),
    QUEUE_PREFIX: settings.prefix,
    QUEUE_LOST_AFTER_MS: String(LOST_AFTER_MS),
  });
  processes.push(started);
  return started;
}

async function collect(run: AsyncIterable<RunEvent>, hear: (event: RunEvent) => void = quiet): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const event of run) {
    events.push(event);
    hear(event);
  }
  return events;
}

/** Resolves once the endless handler runs; `events` are all of the run. */
function begin(queue: RunQueue, id: string, scenario = endlessScenario) {
  let begun = quiet;
  const inside = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const isInside = (event: RunEvent) => event.type === "step-start" && event.run === "/dispatch/0";
  const events = collect(queue.runner.run(scenario, { id }), (event) => isInside(event) && begun());
  return { inside, events };
}

const small = runnerScenarios[0]?.text ?? "";
/** Takes about a second of Lua. */
const slowScenario = endlessScenario.replace("while true do end", "for i = 1, 20000000 do end");

describe("runs across machines", () => {
  it("[11 §6] are told and cancelled by a process that did not admit them", async () => {
    const [admitting, other] = [openApi(), openApi()];
    await startWorker();
    const run = begin(admitting, "shared");
    await run.inside;
    const found = await other.elsewhere.find("shared");
    if (found === undefined) throw new Error("not found");
    expect(found.told.at(0)).toMatchObject({ type: "run-start" });
    const rest = collect(found.follow(new AbortController().signal));
    await found.cancel();
    const events = await run.events;
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
    expect([...found.told, ...(await rest)]).toEqual(events);
    // Ended runs are told too.
    expect((await other.elsewhere.find("shared"))?.told).toEqual(events);
    expect(await other.elsewhere.find("another")).toBeUndefined();
  });

  it("[11 §6] end with a clear failure when their worker is killed, and the next one is served by another", async () => {
    const api = openApi();
    const doomed = await startWorker();
    const run = begin(api, "doomed");
    await run.inside;
    const heir = await startWorker();
    await doomed.end("SIGKILL");
    const events = await run.events;
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "error", error: LOST_WORKER } });
    expect(events.filter(({ type }) => type === "step-end").length).toBeGreaterThan(0);
    const next = await collect(api.runner.run(small, { id: "inherited" }));
    expect(next.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
    await expect.poll(() => heir.output(), { timeout: 20_000 }).toContain('"run_id":"inherited","outcome":"ok"');
  });

  it("[11 §6] end when their only worker is killed and no other one is there", async () => {
    const api = openApi();
    const doomed = await startWorker();
    const run = begin(api, "alone");
    await run.inside;
    await doomed.end("SIGKILL");
    const events = await run.events;
    expectWhole(events);
    expect(events.at(-1)).toMatchObject({ result: { outcome: "error", error: LOST_WORKER } });
    // A worker that comes later finds the run ended and adds nothing.
    await openWorker();
    await expectDrained();
    expect((await api.elsewhere.find("alone"))?.told).toEqual(events);
  });

  it("are carried out by the next worker when theirs was lost before it began", async () => {
    const api = openApi();
    const events = collect(api.runner.run(small, { id: "taken" }));
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null });
    const taker = new Worker(QUEUE_NAME, null, { connection, prefix: settings.prefix, lockDuration: LOST_AFTER_MS });
    // It takes the job and is never heard of again: nobody renews the lock.
    const take = async () => (await taker.getNextJob("taker"))?.id;
    await expect.poll(take, { timeout: 20_000 }).toBe("taken");
    await openWorker();
    expect((await events).at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
    await taker.close(true);
    connection.disconnect();
  });

  it("end when no worker comes, and are not begun by one that comes later", async () => {
    const api = openApi({ waitMs: 1000 });
    const events = await collect(api.runner.run(small, { id: "waiting" }));
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ result: { outcome: "error", error: "no worker took the run within 1 s" } });
    await openWorker();
    await expectDrained();
    expect((await api.elsewhere.find("waiting"))?.told).toEqual(events);
  });

  it("[11 §6] are cancelled while they wait", async () => {
    const api = openApi();
    const controller = new AbortController();
    const events = collect(api.runner.run(small, { id: "unwanted", signal: controller.signal }));
    await expect.poll(async () => (await api.elsewhere.find("unwanted")) !== undefined, { timeout: 20_000 }).toBe(true);
    controller.abort();
    expect((await events).at(-1)).toMatchObject({ type: "run-end", result: { outcome: "cancelled" } });
  });

  it("end with a clear failure when they tell more than is kept", async () => {
    const api = openApi();
    await openWorker({ maxEventBytes: 65_536 });
    const flow = `local flow = Flow.new("big")
flow:step("a", function(ctx) return { big = string.rep("x", 100000) } end)
flow:step("b", function(ctx) log(ctx.big) return { more = 1 } end):depends_on("a")
return flow`;
    const scenario = JSON.stringify({ kind: "flow", flows: { "main.lua": flow } });
    const events = await collect(api.runner.run(scenario));
    expectWhole(events);
    const error = "the run told more than the 65536 bytes that are kept of one run";
    expect(events.at(-1)).toMatchObject({ result: { outcome: "error", error } });
  });

  it("are finished by a worker that is asked to end, which takes no other", async () => {
    const api = openApi();
    const worker = await openWorker();
    const under = begin(api, "under-way", slowScenario);
    await under.inside;
    const closing = worker.close(60_000);
    const later = collect(api.runner.run(small));
    await closing;
    expect((await under.events).at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
    await openWorker();
    expect((await later).at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
  });
});

describe("secrets", () => {
  const CANARY = "canary-7f3a91c4e2";
  const forms = [CANARY, Buffer.from(CANARY).toString("base64").slice(0, 20), Buffer.from(CANARY).toString("hex")];
  const withSecrets = (body: string) =>
    JSON.stringify({
      calls: [{ id: "a", name: "t", arguments: { note: "plain-words-of-the-scenario" } }],
      tools: { t: { flow: "t.lua" } },
      secrets: { key: CANARY },
      options: { limits: { IRONFLOW_LUA_MAX_INSTRUCTIONS: 0 } },
      flows: { "t.lua": `local flow = Flow.new("t")\nflow:step("s", function(ctx) ${body} end)\nreturn flow` },
    });

  it("are found nowhere in Redis and in no log, whether runs wait, go on, fail, end or lose their worker", async () => {
    const eye = new Redis(redis.url);
    const heard: string[] = [];
    const monitor = await eye.duplicate().monitor();
    monitor.on("monitor", (_time: string, args: readonly string[]) => heard.push(args.join(" ")));
    const expectSealed = async (id: string) => {
      const everything = await readRedis(eye);
      expect(everything).toContain(id);
      for (const form of [...forms, "plain-words-of-the-scenario"]) expect(everything).not.toContain(form);
    };

    const api = openApi();
    const waiting = collect(api.runner.run(withSecrets("error(ctx.key)"), { id: "run-waiting" }));
    await expect
      .poll(async () => (await api.elsewhere.find("run-waiting")) !== undefined, { timeout: 20_000 })
      .toBe(true);
    await expectSealed("run-waiting");
    const worker = await startWorker();
    expect((await waiting).map((event) => compactJson(eventToJson(event))).join()).not.toContain(CANARY);
    await expectSealed("run-waiting");
    const endless = begin(api, "run-endless", withSecrets("log(ctx.key) while true do end"));
    await endless.inside;
    await expectSealed("run-endless");
    await worker.end("SIGKILL");
    await endless.events;
    await expectSealed("run-endless");

    const commands = heard.join("\n");
    expect(commands).toContain("run-endless");
    for (const form of forms) {
      expect(commands).not.toContain(form);
      expect(worker.output()).not.toContain(form);
    }
    monitor.disconnect();
    eye.disconnect();
  });

  it("leave Redis with the scenario as soon as a worker has it, and everything else expires", async () => {
    const api = openApi();
    const eye = new Redis(redis.url);
    await openWorker();
    const endless = begin(api, "run-kept");
    await endless.inside;
    const keys = await eye.keys(`${settings.prefix}:run:*`);
    expect(keys.map((key) => key.split(":").at(-1)).sort()).toEqual(["events", "facts"]);
    await (await api.elsewhere.find("run-kept"))?.cancel();
    await endless.events;
    for (const key of keys) {
      const leftMs = await eye.pttl(key);
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(settings.keepMs);
    }
    eye.disconnect();
  });
});

/** Resolves when the queue holds no job any more. */
async function expectDrained(): Promise<void> {
  const eye = new Redis(redis.url);
  const jobs = () => eye.keys(`${settings.prefix}:${QUEUE_NAME}:*`);
  const isJob = (key: string) => /:(alone|waiting)(:lock)?$|:(wait|active)$/.test(key);
  await expect.poll(async () => (await jobs()).filter(isJob), { timeout: 20_000 }).toEqual([]);
  eye.disconnect();
}
