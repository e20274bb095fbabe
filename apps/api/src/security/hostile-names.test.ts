import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listen } from "../listen.ts";
import { servePage } from "../page/serve-page.ts";
import { scenarioOf } from "../testing/scenarios.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const FILES = [
  "../../../../../../etc/passwd",
  "/etc/passwd",
  "file:///etc/passwd",
  "..\\..\\etc\\passwd",
  "./package.json",
];

describe("names that come from outside", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  it.each(FILES)("lead to no file as a handler flow: %s", async (flow) => {
    const body = JSON.stringify({ calls: [{ id: "c", name: "t", arguments: {} }], tools: { t: { flow } } });
    const answer = await (await server.post("/api/runs", body)).text();
    expect(answer).not.toMatch(/root:|"workspaces"/);
    expect(JSON.parse(answer)).not.toMatchObject({ output: { tool_results_all_succeeded: true } });
  });

  it.each(FILES)("lead to no file as the entry, nor from inside Lua: %s", async (name) => {
    const entry = JSON.stringify({ kind: "flow", flows: { "a.lua": "return 1" }, options: { entry: name } });
    expect(await (await server.post("/api/runs", entry)).text()).not.toMatch(/root:|"workspaces"/);
    const path = name.replaceAll("\\", "/");
    for (const body of [
      `return { r = io.open("${path}"):read("a") }`,
      `return { r = loadfile("${path}")() }`,
      `return { r = require("${path}") }`,
    ]) {
      const answer = await server.post("/api/runs", scenarioOf(body, { options: { on_error: "ignore" } }));
      expect(await answer.json()).toMatchObject({ output: { tool_results_all_succeeded: false } });
    }
  });

  const POLLUTION = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  const FIELDS = [
    "calls",
    "tools",
    "context",
    "secrets",
    "options",
    "flows",
    "exchanges",
    "expect",
    "tool_definitions",
    "unknown",
  ];

  it.each([...FIELDS.map((field) => `{"${field}":${POLLUTION}}`), POLLUTION, `{"options":{"limits":${POLLUTION}}}`])(
    "change no prototype: %s",
    async (body) => {
      for (const path of ["/api/runs", "/api/validate", "/api/shares", "/api/import"]) {
        const response = await server.post(path, body);
        expect(response.status).toBeLessThan(500);
      }
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect("polluted" in {}).toBe(false);
      // Nor in the threads that read and run documents.
      const after = await server.post("/api/runs", scenarioOf("return { tool_result_text = tostring(ctx.polluted) }"));
      expect(await after.json()).toMatchObject({ output: { tool_results: [{ content: "nil" }] } });
    },
  );
});

describe("paths of the page", () => {
  it("lead to no file outside of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "page-"));
    mkdirSync(join(folder, "page", "assets"), { recursive: true });
    writeFileSync(join(folder, "page", "index.html"), "the page");
    writeFileSync(join(folder, "outside.txt"), "outside");
    const app = new Hono();
    servePage(app, join(folder, "page"));
    const listening = await listen(app, 0);
    const raw = (path: string) =>
      new Promise<string>((resolve) => {
        let answer = "";
        const socket = connect(Number(new URL(listening.url).port), "localhost", () =>
          socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
        );
        socket.on("data", (part) => {
          answer += part;
        });
        socket.on("close", () => resolve(answer));
      });
    expect(await raw("/")).toContain("the page");
    const climbs = [
      "/../outside.txt",
      "/..%2foutside.txt",
      "/%2e%2e/outside.txt",
      "/assets/../../outside.txt",
      "/assets/..%2f..%2foutside.txt",
      "/..\\outside.txt",
      "/%2e%2e%5coutside.txt",
      `/${folder}/outside.txt`,
      "//outside.txt",
    ];
    for (const path of climbs) {
      const answer = await raw(path);
      expect([path, answer.endsWith("outside")]).toEqual([path, false]);
    }
    await listening.close();
    rmSync(folder, { recursive: true });
  });
});
