import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { type SpawnedServer, spawnServer } from "../testing/spawn-server.ts";

const MANY_CALLS = {
  calls: Array.from({ length: 32 }, (_, n) => ({ id: `c${n}`, name: "tool", arguments: {} })),
  options: { on_error: "ignore" },
};

/** What a stranger sends to keep a server from answering others. */
const ATTACKS = {
  "loops that catch every error": scenarioOf("while true do pcall(function() while true do end end) end", MANY_CALLS),
  "memory until it is refused": scenarioOf('local s = "x" while true do s = s .. s end', MANY_CALLS),
  "a flood of log lines": scenarioOf('while true do log("info", "line") end', MANY_CALLS),
  "log lines of a megabyte": scenarioOf(
    'local s = string.rep("x", 1000000) while true do log("info", s) end',
    MANY_CALLS,
  ),
  "results of ten megabytes": scenarioOf('return { tool_result_text = string.rep("x", 10000000) }', MANY_CALLS),
  "results of many values": scenarioOf(
    "local t = {} for i = 1, 90000 do t[i] = { i } end return { tool_result_value = t }",
    MANY_CALLS,
  ),
  "a document of many values": JSON.stringify({
    calls: [],
    context: { many: Array.from({ length: 900_000 }, (_, n) => [n]) },
  }),
};

const SECONDS = 3;

async function attack(server: SpawnedServer, text: string, untilMs: number): Promise<void> {
  while (performance.now() < untilMs) {
    const response = await fetch(`${server.url}/api/runs`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: text,
      signal: AbortSignal.timeout(Math.max(1, untilMs - performance.now())),
    }).catch(() => undefined);
    // Read to its end, as a client would.
    for await (const _part of response?.body ?? []) if (performance.now() > untilMs) break;
  }
}

async function healthMs(server: SpawnedServer, untilMs: number): Promise<number[]> {
  const took: number[] = [];
  while (performance.now() < untilMs) {
    const beganMs = performance.now();
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
    took.push(performance.now() - beganMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return took.sort((a, b) => a - b);
}

describe("GET /api/health while every worker is busy with", () => {
  let server: SpawnedServer;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "playground-"));
    const env = { SHARES_FILE: `${folder}/s.sqlite`, RATE_RUNS_PER_MINUTE: "0", RUN_WORKERS: "2", LOG_LEVEL: "silent" };
    server = await spawnServer(env);
  }, 60_000);
  afterAll(async () => {
    await server.end("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }, 60_000);

  it.runIf(process.platform === "linux")(
    "nothing yet: threads for strangers step back behind the one that answers",
    async () => {
      const { pid } = server.process;
      const niceOf = (thread: string) => {
        const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
        return Number(stat.split(") ")[1]?.split(" ")[16]);
      };
      const steppedBack = () => readdirSync(`/proc/${pid}/task`).filter((thread) => niceOf(thread) === 10).length;
      // One that is warm for runs, two that read documents.
      await expect.poll(steppedBack, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
      expect(niceOf(String(pid))).toBe(0);
    },
  );

  it.each(Object.entries(ATTACKS))("%s", async (name, text) => {
    const untilMs = performance.now() + SECONDS * 1000;
    const attacks = [1, 2, 3].map(() => attack(server, text, untilMs).catch(() => {}));
    const took = await healthMs(server, untilMs);
    await Promise.all(attacks);
    const at = (share: number) => took[Math.floor(took.length * share)] ?? Number.NaN;
    const figures = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms, most ${at(0.9999).toFixed(1)} ms`;
    process.stdout.write(`health during ${name}: ${figures}, ${took.length} asked\n`);
    // The aim is 50 ms on a machine of its own; this one may be shared with other tests.
    expect(at(0.99)).toBeLessThan(1000);
  });
});
