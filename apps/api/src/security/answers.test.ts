import type { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import type { Log } from "../observability/create-log.ts";
import { createMetrics } from "../observability/create-metrics.ts";
import { encodeInspection, encodeResult } from "../runs/encode-run.ts";
import { RunService } from "../runs/run-service.ts";
import { ShareService } from "../shares/share-service.ts";
import type { ShareStore } from "../shares/share-store.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const PATHS = [
  "/",
  "/api/health",
  "/api/reference",
  "/api/openapi.json",
  "/metrics",
  "/api/shares/none",
  "/api/none",
  "/none",
];

describe("every answer", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  it.each(PATHS)("has a content policy without inline scripts and eval, and the usual headers: %s", async (path) => {
    const { headers } = await fetch(`${server.url}${path}`);
    const policy = new Map(
      (headers.get("content-security-policy") ?? "").split("; ").map((rule) => {
        const [name = "", ...values] = rule.split(" ");
        return [name, values] as const;
      }),
    );
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("script-src")).toEqual(["'self'", "'wasm-unsafe-eval'"]);
    expect(policy.get("connect-src")).toEqual(["'self'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });

  it("is for this origin alone: no other page reads it, or sends a body that counts", async () => {
    const origin = "https://evil.test";
    const read = await fetch(`${server.url}/api/health`, { headers: { origin } });
    expect(read.headers.get("access-control-allow-origin")).toBeNull();
    const asked = await fetch(`${server.url}/api/runs`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
    });
    expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    expect(asked.headers.get("access-control-allow-methods")).toBeNull();
    // What a form of another page can send without asking.
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
      expect((await server.post("/api/runs", '{"calls":[]}', { "content-type": type })).status).toBe(415);
    }
  });

  it("that refuses tells nothing of the inside", async () => {
    const bodies = [
      "{",
      "[]",
      '{"calls":[{"name":1}],"kind":3}',
      `${"[".repeat(5000)}`,
      '{"flows":{"a.lua":1}}',
      "\u0000",
    ];
    for (const path of ["/api/runs", "/api/validate", "/api/import", "/api/shares"]) {
      for (const body of bodies) {
        const text = await (await server.post(path, body)).text();
        expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|\bat [A-Z]\w+\.|file:\/\/|\/home|\/tmp/);
      }
    }
  });
});

describe("CORS_ORIGINS", () => {
  it("lets the listed pages read the API, and no others", async () => {
    const server = await startTestServer({ CORS_ORIGINS: "https://tools.test" });
    const allowed = async (origin: string) =>
      (await fetch(`${server.url}/api/health`, { headers: { origin } })).headers.get("access-control-allow-origin");
    expect(await allowed("https://tools.test")).toBe("https://tools.test");
    expect(await allowed("https://tools.test.evil.test")).toBeNull();
    await server.close();
    await expect(startTestServer({ CORS_ORIGINS: "*" })).rejects.toThrow("CORS_ORIGINS");
  }, 60_000);
});

describe("a fault of ours", () => {
  it("is told without its reason, and logged without credentials", async () => {
    const fault = () => Promise.reject(new Error("connect to postgres://app:hunter2@10.0.0.5:5432/links failed"));
    const store: ShareStore = {
      create: fault,
      find: fault,
      delete: fault,
      purge: fault,
      ping: fault,
      close: async () => {},
    };
    const logged: unknown[] = [];
    const note = (...line: unknown[]) => void logged.push(line);
    const app = faultyApp(new ShareService(store, { nowMs: Date.now, lifetimeMs: 1 }), {
      debug: note,
      info: note,
      warn: note,
      error: note,
    } as Log);
    const response = await app.request("/api/shares/some-id");
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ status: 500, code: "internal" });
    const ready = await app.request("/api/ready");
    expect([ready.status, await ready.json()]).toEqual([503, { status: "not-ready", checks: { shares: "failed" } }]);
    for (const text of [body, JSON.stringify(logged)]) expect(text).not.toMatch(/hunter2|some-id/);
    expect(body).not.toMatch(/postgres|10\.0\.0\.5/);
    expect(JSON.stringify(logged)).toContain('"fault"');
  });
});

function faultyApp(shares: ShareService, log: Log): Hono {
  const runs = new RunService({
    runners: [],
    queueCapacity: 0,
    keepMs: 1,
    keepCharacters: 1,
    encodeEvent: async () => "",
    nowMs: Date.now,
    newId: () => "",
  });
  const documents = { ask: async () => "", close: async () => {} };
  const clientKey = () => "one";
  return createApp({
    runs: { runs, documents, bodyLimitBytes: 1000, encodeResult, encodeInspection, clientKey },
    shares: { shares, documents, bodyLimitBytes: 1000 },
    admission: { rates: { runsPerMinute: 0, sharesPerMinute: 0, readsPerMinute: 0 }, clientKey, onRefuse: () => {} },
    observability: {
      metrics: createMetrics(() => runs.load),
      metricsToken: undefined,
      needs: new Map([["shares", () => shares.ping()]]),
    },
    log,
  });
}
