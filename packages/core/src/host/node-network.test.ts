import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, RunEvent, Runner } from "../index.ts";
import { nodeFetch } from "./node-fetch.ts";
import { createNodeRunner } from "./node-runner.ts";
import { RunJournal } from "./run-journal.ts";

const asked: { url: string | undefined; headers: IncomingMessage["headers"] }[] = [];
let server: Server;
let origin: string;
let runner: Runner;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push({ url: request.url, headers: request.headers });
    if (request.url === "/away") response.writeHead(302, { location: "http://127.0.0.1:9/" }).end();
    else
      response
        .setHeader("content-type", "application/json")
        .end(JSON.stringify({ you: request.headers.authorization }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  runner = createNodeRunner({ network: { allowedOrigins: [origin], keys: new Map([[origin, "host-key-7"]]) } });
});
afterAll(async () => {
  await runner.close();
  server.closeAllConnections();
  server.close();
});

async function get(
  url: string,
  rest: object = {},
): Promise<{ error: string | undefined; data: Json | undefined; told: string }> {
  const scenario = {
    kind: "flow",
    flows: {
      "main.lua": `local flow = Flow.new("f")\nflow:step("get", nodes.http_get({ url = "${url}" }))\nreturn flow`,
    },
    ...rest,
  };
  const events: RunEvent[] = [];
  for await (const event of runner.run(JSON.stringify(scenario))) events.push(event);
  const end = events.at(-1);
  if (end?.type !== "run-end" || end.result.kind !== "flow") throw new Error("no flow ended");
  const told = JSON.stringify(events, (_, value) =>
    value instanceof Map ? [...value] : typeof value === "bigint" ? `${value}` : value,
  );
  return { error: end.result.error, data: end.result.context?.get("http_data"), told };
}

describe("the network of a Node thread", () => {
  it("calls the origins that the operator lists, with the operator's key, which no run sees", async () => {
    const { error, data, told } = await get(`${origin}/x`);
    expect(error).toBeUndefined();
    expect(data).toEqual(new Map([["you", "Bearer [REDACTED]"]]));
    expect(asked.at(-1)).toMatchObject({ url: "/x", headers: { authorization: "Bearer host-key-7" } });
    expect(told).not.toContain("host-key-7");
  });

  it("calls nothing else, and follows no redirect to anything else", async () => {
    expect((await get("http://127.0.0.1:9/")).error).toContain("is not allowed");
    expect((await get(`http://localhost:${new URL(origin).port}/`)).error).toContain("is not allowed");
    expect((await get(`${origin}/away`)).error).toContain("is not allowed");
  });

  it("answers from the scenario's exchanges before it calls anything", async () => {
    const before = asked.length;
    const exchanges = [{ match: { node: "http_get" }, response: { body: { scripted: true } } }];
    expect((await get(`${origin}/x`, { exchanges })).data).toEqual(new Map([["scripted", true]]));
    expect(asked).toHaveLength(before);
  });

  it("connects to the address that was checked, whatever the name says", async () => {
    const { port } = new URL(origin);
    const signal = new AbortController().signal;
    const init = { method: "GET", headers: {}, redirect: "manual", signal, address: "127.0.0.1" } as const;
    const answer = await nodeFetch(`http://no-such-name.invalid:${port}/named`, init);
    expect(answer.status).toBe(200);
    await answer.body?.getReader().cancel();
    expect(asked.at(-1)).toMatchObject({ url: "/named", headers: { host: `no-such-name.invalid:${port}` } });
  });
});

describe("requests in a run's journal", () => {
  it("are not sent again by a worker that takes the run over", async () => {
    let sent = 0;
    const ask = () => {
      sent++;
      return Promise.resolve({ ok: false, error: `answer ${sent}` } as const);
    };
    const first = new RunJournal([]);
    expect(await first.answer("GET a", ask)).toEqual({ ok: false, error: "answer 1" });
    expect(await first.answer("GET a", ask)).toEqual({ ok: false, error: "answer 2" });
    const second = new RunJournal(first.take());
    expect(await second.answer("GET a", ask)).toEqual({ ok: false, error: "answer 1" });
    expect(await second.answer("GET a", ask)).toEqual({ ok: false, error: "answer 2" });
    expect(second.caughtUp).toBe(false);
    expect(await second.answer("GET b", ask)).toEqual({ ok: false, error: "answer 3" });
    expect(second.caughtUp).toBe(true);
  });
});
