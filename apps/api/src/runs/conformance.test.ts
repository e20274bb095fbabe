import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import {
  checkExpectation,
  eventToJson,
  finishedRunFromJson,
  parseJson,
  printJson,
  readScenario,
} from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../app.ts";
import { type Listening, listen } from "../listen.ts";
import { checkScenario } from "./check-scenario.ts";
import { encodeInspection, encodeResult } from "./encode-run.ts";
import { RunService } from "./run-service.ts";

const folder = new URL("../../../../conformance/reference/", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".json"));

describe("the reference scenarios over HTTP", () => {
  let runs: RunService;
  let server: Listening;
  beforeAll(async () => {
    const runner = createNodeRunner();
    runs = new RunService({
      runners: [runner],
      queueCapacity: 8,
      keepMs: 60_000,
      keepCharacters: 10_000_000,
      encodeEvent: (event) => printJson(eventToJson(event)),
      nowMs: () => Date.now(),
      newId: randomUUID,
    });
    const options = {
      runs,
      bodyLimitBytes: 8 * 2 ** 20,
      clientKey: () => "test",
      checkScenario,
      encodeResult,
      encodeInspection,
    };
    server = await listen(createApp({ runs: options, onFault: (fault) => console.error(fault) }), 0);
  });
  afterAll(async () => {
    await runs.close(0);
    await server.close();
  });

  const post = (path: string, body: string) =>
    fetch(`${server.url}${path}`, { method: "POST", headers: { "content-type": "application/json" }, body });

  it.each(files)("[11 §5] %s", async (name) => {
    const text = readFileSync(new URL(name, folder), "utf8");
    const read = readScenario(text);
    const response = await post("api/runs", text);
    const parsed = parseJson(await response.text());
    if (!read.ok || !parsed.ok) throw new Error("unreadable");
    expect(response.status).toBe(200);
    expect(checkExpectation(read.value.expect ?? new Map(), finishedRunFromJson(parsed.value))).toEqual([]);
  });

  it("[11 §5, 09] validates without running", async () => {
    const flow = 'local flow = Flow.new("x")\nflow:step("s", function(ctx) return { a = footer } end)\nreturn flow';
    const response = await post(
      "api/validate",
      JSON.stringify({ flows: { "x.lua": flow }, options: { strict: true } }),
    );
    expect(await response.json()).toMatchObject({
      valid: false,
      strict_rejected: 1,
      warnings: [{ code: "undefined_global", line: 2, column: 43 }],
    });
  });
});
