import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../testing/start-test-server.ts";

/** Listens on every address of this machine, as a service inside a network would. */
async function listenEverywhere(answer: Parameters<typeof createServer>[1]): Promise<{ server: Server; port: number }> {
  const server = createServer(answer).listen(0, "::");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" ? (address?.port ?? 0) : 0 };
}

/** Node writes headers as Latin-1. */
function utf8Header(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

describe("requests that scenarios make the server send", () => {
  let inner: { server: Server; port: number };
  let listed: { server: Server; port: number };
  let server: TestServer;
  let innerAsked = 0;
  let redirectTo = "";

  beforeAll(async () => {
    inner = await listenEverywhere((_request, response) => {
      innerAsked++;
      response.end("the secret of the network");
    });
    listed = await listenEverywhere((request, response) => {
      if (request.url === "/away") response.writeHead(307, { location: utf8Header(redirectTo) }).end();
      else response.setHeader("content-type", "application/json").end('{"answer":42}');
    });
    const named = `http://${hostname()}:${inner.port}`;
    server = await startTestServer({ LLM_ALLOWED_ORIGINS: `http://127.0.0.1:${listed.port},${named}` });
  }, 60_000);
  afterAll(async () => {
    await server.close();
    for (const each of [inner, listed]) {
      each.server.closeAllConnections();
      each.server.close();
    }
  });

  async function get(url: string): Promise<string> {
    const flow = `local flow = Flow.new("f")\nflow:step("get", nodes.http_get({ url = "${url}" }))\nreturn flow`;
    const response = await server.post("/api/runs", JSON.stringify({ kind: "flow", flows: { "main.lua": flow } }));
    return response.text();
  }

  it("reach what the operator listed", async () => {
    expect(await get(`http://127.0.0.1:${listed.port}/x`)).toContain('"answer":42');
  });

  const FORMS = [
    "127.0.0.1",
    "2130706433",
    "0177.0.0.1",
    "0x7f000001",
    "0x7f.0.0.1",
    "127.1",
    "127.0.1",
    "0.0.0.0",
    "0",
    "[::1]",
    "[::]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "127.0.0.1.",
    "%31%32%37.0.0.1",
    "①②⑦.0.0.1",
    "user@127.0.0.1",
    "169.254.169.254",
  ];

  it.each(FORMS)("do not reach another service of the machine as %s, asked directly or by a redirect", async (host) => {
    const target = `http://${host}:${inner.port}/`;
    expect(await get(target)).toMatch(/is not allowed|must not hold|is not a URL/);
    redirectTo = target;
    expect(await get(`http://127.0.0.1:${listed.port}/away`)).toMatch(/is not allowed|must not hold|Invalid URL/);
    expect(innerAsked).toBe(0);
  });

  it("do not reach a private address through a name, though the name is listed", async () => {
    // The name of this machine: a real lookup, of a name that leads inside.
    expect(await get(`http://${hostname()}:${inner.port}/`)).toMatch(/leads to the private address|no answer/);
    redirectTo = `http://${hostname()}:${inner.port}/`;
    expect(await get(`http://127.0.0.1:${listed.port}/away`)).toMatch(/leads to the private address|no answer/);
    expect(innerAsked).toBe(0);
  });

  it.each(["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/", "data:text/plain,x"])(
    "speak HTTP alone: %s",
    async (url) => {
      const answer = await get(url);
      expect(JSON.parse(answer)).toMatchObject({ outcome: "error" });
      expect(answer).not.toContain("root:");
    },
  );
});

describe("a server whose operator lists nothing", () => {
  it("sends nothing", async () => {
    const server = await startTestServer();
    const flow =
      'local flow = Flow.new("f")\nflow:step("get", nodes.http_get({ url = "http://192.0.2.1/" }))\nreturn flow';
    const response = await server.post("/api/runs", JSON.stringify({ kind: "flow", flows: { "main.lua": flow } }));
    expect(await response.json()).toMatchObject({ outcome: "error" });
    await server.close();
  }, 60_000);
});
