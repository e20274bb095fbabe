import { readdirSync, readFileSync } from "node:fs";
import { checkExpectation, finishedRunFromJson, parseJson, readScenario } from "@tool-dispatch/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const folder = new URL("../../../../conformance/reference/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("the reference scenarios over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  it.each(files)("[11 §5] %s", async (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const read = readScenario(text);
    const response = await server.post("/api/runs", text);
    const parsed = parseJson(await response.text());
    if (!read.ok || !parsed.ok) throw new Error("unreadable");
    expect(response.status).toBe(200);
    expect(checkExpectation(read.value.expect ?? new Map(), finishedRunFromJson(parsed.value))).toEqual([]);
  });

  it("[11 §5, 09] validates without running", async () => {
    const flow = 'local flow = Flow.new("x")\nflow:step("s", function(ctx) return { a = footer } end)\nreturn flow';
    const response = await server.post(
      "/api/validate",
      JSON.stringify({ flows: { "x.lua": flow }, options: { strict: true } }),
    );
    expect(await response.json()).toMatchObject({
      valid: false,
      strict_rejected: 1,
      warnings: [{ code: "undefined_global", line: 2, column: 43 }],
    });
  });
});
