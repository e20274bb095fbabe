import { eventFromJson, parseJson, type RunEvent } from "@tool-dispatch/core";
import { createInProcessRunner } from "@tool-dispatch/core/host";
import { comparableEvents, endlessScenario, runnerScenarios } from "@tool-dispatch/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

const BODY_LIMIT_BYTES = 8 * 2 ** 20;
const EVENTS = { accept: "text/event-stream" };

describe("POST /api/runs", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  }, 60_000);
  afterAll(() => server.close());

  const post = (body: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    server.post("/api/runs", body, headers, signal);
  const shown = async (id: string): Promise<unknown> => (await fetch(`${server.url}/api/runs/${id}`)).json();

  // Text that is no scenario never becomes a run here: it is refused.
  const scenarios = runnerScenarios.filter(({ name }) => name !== "text that is no scenario");

  it.each(scenarios)("[11 §6] streams the events that any runner tells: $name", async ({ text }) => {
    const response = await post(text, EVENTS);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const messages = readMessages(await response.text());
    expect(messages.map(({ id }) => id)).toEqual(messages.map((_, index) => String(index)));
    expect(comparableEvents(messages.map(({ event }) => event))).toEqual(comparableEvents(await runHere(text)));
  });

  it("[11 §5] answers with the finished run, numbers exact", async () => {
    const text = runnerScenarios.find(({ name }) => name.startsWith("numbers"))?.text ?? "";
    const response = await post(text);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("application/json");
    expect(await response.text()).toContain('"big":9007199254740993,"float":3.0');
  });

  it.each([
    { title: "no JSON", body: '{"calls": [}', status: 400, where: { document: "scenario", line: 1, column: 12 } },
    { title: "no scenario", body: '{"kind": "sausage"}', status: 400 },
    { title: "another type", body: "calls", headers: { "content-type": "text/plain" }, status: 415 },
    { title: "too much", body: `{"about":"${"x".repeat(BODY_LIMIT_BYTES)}"}`, status: 413 },
  ])("[11 §5] refuses a body that is $title with $status", async ({ body, headers, status, where }) => {
    const response = await post(body, headers);
    expect(response.status).toBe(status);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    const problem: unknown = await response.json();
    expect(problem).toMatchObject({ status, code: expect.any(String), detail: expect.any(String) });
    if (where !== undefined) expect(problem).toMatchObject({ where });
  });

  it("[11 §5] cancels the run of a client that leaves", async () => {
    const controller = new AbortController();
    const response = await post(endlessScenario, EVENTS, controller.signal);
    const id = response.headers.get("x-run-id") ?? "";
    await expect.poll(() => shown(id), { timeout: 20_000 }).toMatchObject({ state: "running" });
    controller.abort();
    const cancelled = { state: "ended", result: { outcome: "cancelled" } };
    await expect.poll(() => shown(id), { timeout: 20_000 }).toMatchObject(cancelled);
  });

  it("[11 §5] tells its health while a run keeps a thread busy", async () => {
    const controller = new AbortController();
    const response = await post(endlessScenario, EVENTS, controller.signal);
    expect(response.status).toBe(200);
    expect(await (await fetch(`${server.url}/api/health`)).json()).toEqual({ status: "ok" });
    controller.abort();
  });
});

async function runHere(text: string): Promise<RunEvent[]> {
  const runner = await createInProcessRunner();
  const events: RunEvent[] = [];
  for await (const event of runner.run(text)) events.push(event);
  await runner.close();
  return events;
}

/** The messages of a stream of events (WHATWG server-sent events), as far as this server uses them. */
function readMessages(text: string): { readonly id: string | undefined; readonly event: RunEvent }[] {
  const messages = text.split("\n\n").filter((message) => message !== "");
  return messages.map((message) => {
    const field = (name: string) => message.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1];
    const parsed = parseJson(field("data") ?? "");
    if (!parsed.ok) throw new Error(parsed.error.message);
    const event = eventFromJson(parsed.value);
    expect(field("event")).toBe(event.type);
    return { id: field("id"), event };
  });
}
