import { readFileSync } from "node:fs";
import type { RunEvent } from "@tool-dispatch/core";
import { endlessScenario } from "@tool-dispatch/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scenarioOf } from "../testing/scenarios.ts";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";
import { type ApiClient, ApiRefusal, createApiClient } from "./index.ts";

describe("the client of the API", () => {
  let server: TestServer;
  let client: ApiClient;
  beforeAll(async () => {
    server = await startTestServer();
    client = createApiClient(server.url);
  }, 60_000);
  afterAll(() => server.close());

  it("[11 §6] gives the events of a run, numbers exact", async () => {
    const events: RunEvent[] = [];
    const text = scenarioOf("return { tool_result_value = ctx.n }", { context: { n: 1 } }).replace(
      '"n":1',
      '"n":9007199254740993',
    );
    for await (const event of client.startRun(text)) events.push(event);
    expect(events.at(0)?.type).toBe("run-start");
    expect(events.at(-1)).toMatchObject({ type: "run-end", result: { outcome: "ok" } });
  });

  it("cancels a run by leaving it", async () => {
    for await (const event of client.startRun(endlessScenario)) if (event.type === "call-start") break;
    const running = async () =>
      (await (await fetch(`${server.url}/metrics`)).text()).includes("playground_runs_running 0");
    await expect.poll(running, { timeout: 20_000 }).toBe(true);
  });

  it("stores, reads and deletes a link", async () => {
    const { id, delete_token, expires_at } = await client.storeLink('{"about":"a"}', false);
    const read = await client.readLink(id);
    expect(read.scenario).toBe('{"about":"a"}');
    expect(read.expiresAt.toISOString()).toBe(expires_at);
    await expect(client.deleteLink(id, "other")).rejects.toMatchObject({ code: "wrong-delete-token" });
    await client.deleteLink(id, delete_token);
    await expect(client.readLink(id)).rejects.toMatchObject({ code: "no-such-link" });
  });

  it("says why something was refused, and where", async () => {
    const text = JSON.stringify({ about: ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ") });
    const refused = client.storeLink(text, false);
    await expect(refused).rejects.toBeInstanceOf(ApiRefusal);
    await expect(refused).rejects.toMatchObject({ code: "token-like-text", places: [{ pointer: "/about", line: 1 }] });
    await client.storeLink(text, true);
    await expect(createApiClient("http://127.0.0.1:1").readLink("x")).rejects.toMatchObject({ code: "no-answer" });
  });

  it("brings no schema library into a page", () => {
    const source = readFileSync(new URL("api-client.ts", import.meta.url), "utf8");
    const values = source.split("\n").filter((line) => line.startsWith("import ") && !line.startsWith("import type"));
    expect(values.join("\n")).not.toContain("schemas");
  });
});
