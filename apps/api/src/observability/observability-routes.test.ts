import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { inFolder, spawnServer } from "../testing/spawn-server.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

describe("what the operator sees", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ METRICS_TOKEN: "figures" });
  }, 60_000);
  afterAll(() => server.close());

  const metrics = async () => {
    const response = await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer figures" } });
    expect(response.headers.get("content-type")).toContain("text/plain");
    return response.text();
  };
  const figure = (text: string, series: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1),
    );

  it("[11 §5] health and readiness", async () => {
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({ status: "ok" });
    const ready = await fetch(`${server.url}/api/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: "ready", checks: { shares: "ok", admission: "ok" } });
  });

  it("figures only with the operator's token", async () => {
    expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
    expect((await fetch(`${server.url}/metrics`, { headers: { authorization: "Bearer figure" } })).status).toBe(401);
  });

  it("runs by outcome, requests by route, memory and the loop's delay", async () => {
    await server.post("/api/runs", scenarioOf('return { tool_result_text = "x" }'));
    await server.post("/api/runs", scenarioOf("error('no')"));
    await fetch(`${server.url}/api/shares/unguessable-id`);
    const text = await metrics();
    expect(figure(text, 'playground_runs_total{outcome="ok"}')).toBe(1);
    expect(figure(text, 'playground_runs_total{outcome="error"}')).toBe(1);
    expect(figure(text, "playground_run_wait_seconds_count")).toBe(2);
    expect(figure(text, 'playground_http_requests_total{method="POST",route="/api/runs",status="200"}')).toBe(2);
    expect(figure(text, 'playground_http_requests_total{method="GET",route="/api/shares/:id",status="404"}')).toBe(1);
    expect(figure(text, "process_resident_memory_bytes")).toBeGreaterThan(1e7);
    expect(text).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(text).not.toContain("unguessable-id");
  });
});

describe("the log", () => {
  it(
    "is one JSON object a line, with request and run ids, and names routes instead of paths",
    () =>
      inFolder(async (folder) => {
        const server = await spawnServer({ SHARES_FILE: `${folder}/s.sqlite` });
        const answered = await fetch(`${server.url}/api/runs`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-request-id": "mine-1" },
          body: scenarioOf("return {}"),
        });
        expect(answered.headers.get("x-request-id")).toBe("mine-1");
        const runId = answered.headers.get("x-run-id");
        await fetch(`${server.url}/api/shares/unguessable-id`, { headers: { "x-request-id": "no id\tat all" } });
        expect(await server.end("SIGTERM")).toBe(0);
        const lines = server
          .output()
          .split("\n")
          .filter((line) => line.startsWith("{"));
        const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
        expect(entries).toContainEqual(
          expect.objectContaining({
            msg: "request",
            request_id: "mine-1",
            run_id: runId,
            route: "/api/runs",
            status: 200,
          }),
        );
        expect(entries).toContainEqual(expect.objectContaining({ msg: "run ended", run_id: runId, outcome: "ok" }));
        expect(entries.at(-1)).toMatchObject({ msg: "ended" });
        expect(server.output()).not.toContain("unguessable-id");
        expect(server.output()).not.toContain("no id");
      }),
    120_000,
  );
});
