import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const ANSWER = {
  id: "msg_1",
  role: "assistant",
  content: [{ type: "tool_use", id: "toolu_1", name: "echo", input: { v: "EXACT" } }],
};

describe("import and reply over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  const post = (path: string, body: string) => server.post(path, body, {});

  it("[10, 11 §5] tells the calls of a pasted text, numbers exact", async () => {
    const text = JSON.stringify(ANSWER).replace('"EXACT"', "9007199254740993");
    const response = await post("/api/import", JSON.stringify({ text, reply: "bedrock" }));
    expect(response.status).toBe(200);
    const answer = await response.text();
    expect(answer).toContain('"arguments":{"v":9007199254740993}');
    expect(JSON.parse(answer)).toMatchObject({ format: "anthropic", turn: 1, reply: { format: "bedrock" } });
  });

  it.each([
    ["{", "not-json"],
    ["[]", "no-text"],
    ['{"text":"[{]"}', "calls-syntax"],
    ['{"text":"[]","format":"pigeon"}', "bad-import-option"],
    ['{"text":"[]","reply":"constructor"}', "bad-import-option"],
    ['{"text":"[]","turn":0}', "bad-import-option"],
  ])("[11 §5] refuses %s", async (body, code) => {
    const response = await post("/api/import", body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, detail: expect.any(String) });
  });

  it("[10 §3] gives the results of a run in a provider's shape", async () => {
    const scenario = JSON.stringify({
      calls: JSON.stringify(ANSWER),
      tools: { echo: { flow: "echo.lua" } },
      flows: {
        "echo.lua":
          'local f = Flow.new("e"); f:step("s", function(ctx) return { tool_result_text = "ok" } end); return f',
      },
    });
    const response = await post("/api/runs?reply=anthropic", scenario);
    expect(await response.json()).toMatchObject({
      reply: {
        body: { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "ok" }] },
        problems: [],
      },
    });
    expect((await post("/api/runs?reply=pigeon", scenario)).status).toBe(400);
  });
});
