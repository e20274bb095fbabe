import { readdirSync, readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { readScenario } from "@tool-dispatch/core";
import { endlessScenario } from "@tool-dispatch/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";
import { describeApi } from "./describe-api.ts";
import { OPERATION_PATHS, type OperationName } from "./operation-paths.ts";
import { scenario } from "./schemas.ts";

const description = describeApi();

interface Documented {
  readonly operationId: OperationName;
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema: object }> }>;
}

const documented = Object.values(description.paths ?? {}).flatMap((path) => Object.values(path) as Documented[]);

/** Faults of the moment, which suites of their own provoke. */
const ELSEWHERE = new Set(["429", "503"]);
const TOO_HEAVY = new Set(["startRun 422", "validateFlow 422", "importCalls 422"]);

interface Called {
  readonly params?: { readonly id: string };
  readonly query?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

describe("every operation answers as it is described", () => {
  let server: TestServer;
  const visited = new Set<string>();
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  async function call(name: OperationName, { params, query = "", headers = {}, body }: Called = {}): Promise<Response> {
    const { method, path } = OPERATION_PATHS[name];
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${server.url}${path.replace("{id}", params?.id ?? "")}${query}`, {
      method: method.toUpperCase(),
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body }),
    });
    await expectDescribed(name, response.clone());
    return response;
  }

  /** Status, content type and content are those of the document. */
  async function expectDescribed(name: OperationName, response: Response): Promise<void> {
    const operation = documented.find(({ operationId }) => operationId === name);
    const answer = operation?.responses[String(response.status)];
    expect(answer, `${name} ${response.status}`).toBeDefined();
    visited.add(`${name} ${response.status}`);
    const text = await response.text();
    const type = response.headers.get("content-type")?.split(";")[0] ?? "";
    if (answer?.content === undefined) return expect(text).toBe("");
    const content = answer.content[type];
    expect(content, `${name} ${response.status} ${type}`).toBeDefined();
    if (type === "text/event-stream") return expect(text).toMatch(/^event: run-end$/m);
    const schema = { ...content?.schema, components: description.components } as Schema;
    expect(new Validator(schema, "2020-12", false).validate(JSON.parse(text)).errors).toEqual([]);
  }

  const status = async (name: OperationName, called: Called) => (await call(name, called)).status;
  const begin = async (body: string) => {
    const accepted = await call("startRun", { body, headers: { prefer: "respond-async" } });
    return { id: ((await accepted.json()) as { id: string }).id };
  };

  const body = scenarioOf('return { tool_result_text = "x" }');
  const refusals: Called[] = [
    { body: "{" },
    { body: JSON.stringify({ about: "x".repeat(8 * 2 ** 20) }) },
    { body: "text", headers: { "content-type": "text/plain" } },
  ];

  it("runs", async () => {
    expect(await status("startRun", { body })).toBe(200);
    expect(await status("startRun", { body, query: "?reply=anthropic" })).toBe(200);
    expect(await status("startRun", { body, query: "?reply=pigeon" })).toBe(400);
    expect(await status("startRun", { body, headers: { accept: "text/event-stream" } })).toBe(200);
    for (const [index, refusal] of refusals.entries()) {
      expect(await status("startRun", refusal)).toBe([400, 413, 415][index]);
    }
  });

  it("runs that are asked for afterwards", async () => {
    const params = await begin(body);
    expect(await status("readEvents", { params })).toBe(200);
    expect(await status("showRun", { params })).toBe(200);
    expect(await status("readResult", { params, query: "?reply=openai-chat" })).toBe(200);
    expect(await status("readResult", { params, query: "?reply=pigeon" })).toBe(400);
    expect(await status("readEvents", { params, headers: { "last-event-id": "x" } })).toBe(400);
    const endless = await begin(endlessScenario);
    expect(await status("showRun", { params: endless })).toBe(200);
    expect(await status("readResult", { params: endless })).toBe(409);
    expect(await status("cancelRun", { params: endless })).toBe(204);
    for (const name of ["showRun", "readEvents", "readResult", "cancelRun"] as const) {
      expect(await status(name, { params: { id: "none" } })).toBe(404);
    }
  });

  it("validation and import", async () => {
    const flows = { "x.lua": 'local f = Flow.new("x")\nf:step("s", function() return { a = b } end)\nreturn f' };
    expect(await status("validateFlow", { body: JSON.stringify({ flows }) })).toBe(200);
    expect(await status("validateFlow", { body: JSON.stringify({ flows: { "x.lua": "return 1" } }) })).toBe(200);
    expect(await status("importCalls", { body: '{"text":"[{\\"name\\":\\"f\\",\\"arguments\\":{}}]"}' })).toBe(200);
    for (const name of ["validateFlow", "importCalls"] as const) {
      for (const [index, refusal] of refusals.entries()) {
        expect(await status(name, refusal)).toBe([400, 413, 415][index]);
      }
    }
  });

  it("stored links", async () => {
    const stored = await call("storeLink", { body });
    const { id, delete_token } = (await stored.json()) as { id: string; delete_token: string };
    const params = { id };
    expect(stored.headers.get("location")).toBe(`/api/shares/${id}`);
    expect(await status("readLink", { params })).toBe(200);
    const found = JSON.stringify({ about: ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ") });
    expect(await status("storeLink", { body: found })).toBe(422);
    expect(await status("storeLink", { body: found, query: "?acknowledged=true" })).toBe(201);
    expect(await status("storeLink", { body: found, query: "?acknowledged=perhaps" })).toBe(400);
    for (const [index, refusal] of refusals.entries()) {
      expect(await status("storeLink", refusal)).toBe([400, 413, 415][index]);
    }
    expect(await status("deleteLink", { params })).toBe(401);
    expect(await status("deleteLink", { params, headers: { authorization: "Bearer other" } })).toBe(403);
    expect(await status("deleteLink", { params, headers: { authorization: `Bearer ${delete_token}` } })).toBe(204);
    expect(await status("deleteLink", { params, headers: { authorization: `Bearer ${delete_token}` } })).toBe(404);
    expect(await status("readLink", { params })).toBe(404);
  });

  it("health, readiness and the description itself", async () => {
    expect(await status("readHealth", {})).toBe(200);
    expect(await status("readReadiness", {})).toBe(200);
    expect(await (await call("readDescription", {})).json()).toEqual(JSON.parse(JSON.stringify(description)));
  });

  it("none is left out, and no answer that can be had at any time", () => {
    const all = documented.flatMap(({ operationId, responses }) =>
      Object.keys(responses)
        .filter((code) => !ELSEWHERE.has(code))
        .map((code) => `${operationId} ${code}`),
    );
    expect([...visited].sort()).toEqual(all.filter((answer) => !TOO_HEAVY.has(answer)).sort());
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(OPERATION_PATHS).sort());
  });

  it("the page for people runs nothing and loads nothing", async () => {
    const response = await fetch(`${server.url}/api/reference`);
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    for (const name of Object.keys(OPERATION_PATHS)) expect(page).toContain(`id="${name}"`);
    expect(page).not.toMatch(/<script|\ssrc=|<link|@import|url\(|https?:\/\//);
  });
});

describe("the described scenario", () => {
  const folders = ["conformance/reference/", "examples/"].map(
    (name) => new URL(`../../../../${name}`, import.meta.url),
  );
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => new URL(name, folder)),
  );

  it("is what the reader of scenarios takes", () => {
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const text = readFileSync(file, "utf8");
      expect([file.pathname, scenario.safeParse(JSON.parse(text)).success]).toEqual([
        file.pathname,
        readScenario(text).ok,
      ]);
    }
  });

  it.each([
    "[]",
    '{"version":2}',
    '{"kind":"sausage"}',
    '{"context":[]}',
    '{"secrets":[]}',
    '{"options":1}',
    '{"flows":{"a.lua":1}}',
    '{"exchanges":{}}',
    '{"expect":[]}',
    '{"name":1}',
  ])("refuses what the reader refuses: %s", (text) => {
    expect(readScenario(text).ok).toBe(false);
    expect(scenario.safeParse(JSON.parse(text)).success).toBe(false);
  });
});
