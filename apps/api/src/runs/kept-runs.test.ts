import { inspect } from "node:util";
import { compactJson, eventToJson } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { endlessScenario } from "@tool-dispatch/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { inFolder, spawnServer } from "../testing/spawn-server.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";
import { RunService } from "./run-service.ts";

const ASYNC = { prefer: "respond-async" };

describe("a run that is asked for afterwards", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ RUN_WORKERS: "2", RUN_QUEUE: "2" });
  }, 60_000);
  afterAll(() => server.close());

  const begin = async (text: string) => {
    const response = await server.post("/api/runs", text, ASYNC);
    expect(response.status).toBe(202);
    return `${server.url}${response.headers.get("location")}`;
  };
  const state = async (run: string) => ((await (await fetch(run)).json()) as { state?: string }).state;
  const ended = (run: string) => expect.poll(() => state(run), { timeout: 20_000 }).toBe("ended");
  const stream = async (run: string, lastEventId?: string) => {
    const headers = lastEventId === undefined ? {} : { "last-event-id": lastEventId };
    return (await fetch(`${run}/events`, { headers })).text();
  };

  it("[11 §5] is answered at once with a location; state, result and events are there", async () => {
    const run = await begin(scenarioOf('return { tool_result_text = "done" }'));
    await ended(run);
    const result: unknown = await (await fetch(`${run}/result`)).json();
    expect(result).toMatchObject({ outcome: "ok", output: { tool_results: [{ result: "done" }] } });
    expect(await (await fetch(run)).json()).toMatchObject({ state: "ended", result: { outcome: "ok", calls: [] } });
    expect(await stream(run)).toMatch(/^id: 0$/m);
  });

  it("[08 §2] shows large values as markers, and gives them whole as the result", async () => {
    const run = await begin(
      scenarioOf('return { tool_result_text = string.rep("z", 2200000) }', { context: { s: 1 } }),
    );
    await ended(run);
    const shown = await (await fetch(run)).text();
    expect(shown.length).toBeLessThan(1_000_000);
    expect(shown).toContain('"_truncated":true');
    expect(shown).toContain('"_limit_bytes":2097152');
    expect(await (await fetch(`${run}/result`)).text()).toContain("z".repeat(2_200_000));
  });

  it("[08 §2] shows by the scenario's own limit", async () => {
    const options = { limits: { IRONFLOW_MAX_TASK_OUTPUT_BYTES: 64 } };
    const run = await begin(scenarioOf('return { tool_result_text = string.rep("z", 100) }', { options }));
    await ended(run);
    expect(await (await fetch(run)).json()).toMatchObject({
      result: { output: { tool_results: { _truncated: true, _limit_bytes: 64 }, tool_results_count: 1 } },
    });
    expect(await (await fetch(`${run}/result`)).json()).toMatchObject({
      output: { tool_results: [{ result: "z".repeat(100) }] },
    });
  });

  it("[11 §5] goes on with the stream after the last event that was seen, without gap or repeat", async () => {
    const body = 'for i = 1, 20 do log("info", "line " .. i) end\nreturn { tool_result_text = "x" }';
    const run = await begin(scenarioOf(body));
    const whole = await stream(run);
    const ids = [...whole.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual(ids.map((_, index) => index));
    for (const seen of [0, 7, ids.length - 2, ids.length - 1]) {
      const rest = await stream(run, String(seen));
      expect([...rest.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id))).toEqual(ids.slice(seen + 1));
      expect(whole.endsWith(rest)).toBe(true);
    }
  });

  it("[11 §5] resumes while the run goes on", async () => {
    const run = await begin(endlessScenario);
    const first = await fetch(`${run}/events`);
    const reader = first.body?.pipeThrough(new TextDecoderStream()).getReader();
    let seen = "";
    while (!/^id: 1$/m.test(seen)) seen += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    const lastId = [...seen.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
    const rest = stream(run, lastId);
    expect((await fetch(run, { method: "DELETE" })).status).toBe(204);
    expect([...(await rest).matchAll(/^id: (\d+)$/gm)][0]?.[1]).toBe(String(Number(lastId) + 1));
    expect(await rest).toContain('"outcome":"cancelled"');
    expect(await state(run)).toBe("ended");
  });

  it.each(["-1", "x", "99999", "1.5"])("[11 §5] refuses to resume after %j", async (id) => {
    const run = await begin(scenarioOf("return {}"));
    await ended(run);
    const response = await fetch(`${run}/events`, { headers: { "last-event-id": id } });
    expect(response.status).toBe(400);
  });

  it("[11 §5] has no result before its end, and none that was not started", async () => {
    const run = await begin(endlessScenario);
    const early = await fetch(`${run}/result`);
    expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([409, "run-not-ended"]);
    await fetch(run, { method: "DELETE" });
    await ended(run);
    for (const id of ["none", "__proto__", "..%2f..%2fetc%2fpasswd"])
      expect((await fetch(`${server.url}/api/runs/${id}`)).status).toBe(404);
  });

  it("[11 §5] waits in a bounded queue; beyond that 429 with Retry-After; a waiting run is cancelled at once", async () => {
    const running = await Promise.all([begin(endlessScenario), begin(endlessScenario)]);
    const waiting = await Promise.all([begin(endlessScenario), begin(endlessScenario)]);
    expect(await state(waiting[0] ?? "")).toBe("queued");
    const refused = await server.post("/api/runs", endlessScenario, ASYNC);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "2"]);
    for (const run of waiting) {
      await fetch(run, { method: "DELETE" });
      await ended(run);
    }
    for (const run of running) await fetch(run, { method: "DELETE" });
    for (const run of running) await ended(run);
    await ended(await begin(scenarioOf("return {}")));
  });
});

describe("runs that ended", () => {
  it("are kept as many as fit, the newest in any case", async () => {
    const server = await startTestServer({ RUN_KEEP_MIB: "1" });
    const large = scenarioOf('return { tool_result_text = string.rep("k", 300000) }');
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) ids.push((await server.post("/api/runs", large)).headers.get("x-run-id") ?? "");
    const statuses = await Promise.all(ids.map(async (id) => (await fetch(`${server.url}/api/runs/${id}`)).status));
    expect(statuses).toEqual([404, 404, 200]);
    await server.close();
  }, 60_000);

  it("are kept for their time, without the scenario they came from", async () => {
    let nowMs = 0;
    const runner = createNodeRunner();
    const service = new RunService({
      runners: [runner],
      queueCapacity: 1,
      keepMs: 1000,
      keepCharacters: 1e9,
      encodeEvent: async (event) => compactJson(eventToJson(event)),
      nowMs: () => nowMs,
      newId: () => "one",
    });
    const admission = service.start(scenarioOf("return {}", { secrets: { k: "canary-7" } }), "client");
    if (!admission.admitted) throw new Error("not admitted");
    await expect.poll(() => admission.record.state, { timeout: 20_000 }).toBe("ended");
    expect(inspect(service, { depth: 12, maxStringLength: null, maxArrayLength: null })).not.toContain("canary-7");
    nowMs = 999;
    expect(await service.find("one")).toBeDefined();
    nowMs = 1000;
    expect(await service.find("one")).toBeUndefined();
    await service.close(0);
  });
});

describe("a server that is asked to end", () => {
  it("[11 §6] cancels runs after its grace and says so to their readers", async () => {
    const server = await startTestServer({ RUN_WORKERS: "1" });
    const running = await server.post("/api/runs", endlessScenario, { accept: "text/event-stream" });
    const waiting = server.post("/api/runs", endlessScenario);
    await expect.poll(async () => (await fetch(`${server.url}/metrics`)).text()).toContain("playground_runs_waiting 1");
    const closed = server.close(200);
    const shutDown = expect.objectContaining({ code: "server-shut-down" });
    const events = await running.text();
    expect(/"outcome":"cancelled".*"code":"server-shut-down"/.test(events)).toBe(true);
    const told = { outcome: "cancelled", problems: expect.arrayContaining([shutDown]) };
    expect(await (await waiting).json()).toMatchObject(told);
    await closed;
  }, 60_000);

  it(
    "lets runs finish that need less than its grace, and ends with status 0",
    () =>
      inFolder(async (folder) => {
        const server = await spawnServer({ SHARES_FILE: `${folder}/s.sqlite`, LOG_LEVEL: "silent" });
        const headers = { "content-type": "application/json", accept: "text/event-stream" };
        const body = scenarioOf("for i = 1, 400000 do end return {}");
        const response = await fetch(`${server.url}/api/runs`, { method: "POST", headers, body });
        const code = server.end("SIGTERM");
        expect(await response.text()).toContain('"outcome":"ok"');
        expect(await code).toBe(0);
      }),
    120_000,
  );
});
