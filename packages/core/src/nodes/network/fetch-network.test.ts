import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../host/system-ports.ts";
import type { HttpRequest } from "../../vocabulary/exchange.ts";
import { createFetchNetwork, type FetchNetworkOptions } from "./fetch-network.ts";
import type { FetchPort } from "./fetch-port.ts";

const realFetch: FetchPort = (url, { address: _, ...init }) => fetch(url, init);

interface Seen {
  readonly url: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A real server on loopback, and what it was asked. */
class LoopbackServer {
  readonly seen: Seen[] = [];
  readonly server: Server;
  answer: (seen: Seen, response: ServerResponse) => void = (_, response) => response.end("ok");

  constructor() {
    this.server = createServer(async (request, response) => {
      let body = "";
      for await (const piece of request) body += piece;
      const seen = { url: request.url ?? "", method: request.method ?? "", headers: request.headers, body };
      this.seen.push(seen);
      this.answer(seen, response);
    });
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

const first = new LoopbackServer();
const second = new LoopbackServer();
beforeAll(async () => {
  await first.listen();
  await second.listen();
});
afterAll(() => {
  first.close();
  second.close();
});

const request = (url: string, given: Partial<HttpRequest> = {}): HttpRequest => ({
  node: "http_post",
  step: "s",
  method: "POST",
  headers: new Map([["authorization", "Bearer secret"]]),
  body: "{}",
  url,
  ...given,
});
const network = (given: Partial<FetchNetworkOptions> = {}) =>
  createFetchNetwork({ allowedOrigins: [first.origin], fetch: realFetch, clock: systemClock, ...given });
const options = (given: object = {}) => ({
  timeoutMs: 10_000,
  maxBytes: 1000,
  signal: new AbortController().signal,
  ...given,
});
const errorOf = async (url: string, given: Partial<FetchNetworkOptions> = {}, limits: object = {}) => {
  const outcome = await network(given).exchange(request(url), options(limits));
  return outcome.ok ? `answered ${outcome.response.status}` : outcome.error;
};

describe("real HTTP", () => {
  it("sends method, headers and body, and gives status, headers and body back", async () => {
    first.answer = (_, response) => response.writeHead(201, { "x-answer": "yes" }).end("grüß");
    const outcome = await network().exchange(request(`${first.origin}/a?b=c`), options());
    expect(outcome).toMatchObject({ ok: true, response: { status: 201, body: "grüß" } });
    expect(outcome.ok && outcome.response.headers.get("x-answer")).toBe("yes");
    expect(first.seen.at(-1)).toMatchObject({ url: "/a?b=c", method: "POST", body: "{}" });
    expect(first.seen.at(-1)?.headers.authorization).toBe("Bearer secret");
  });

  it("calls no origin that is not listed, in whatever form it is written", async () => {
    const before = second.seen.length;
    for (const url of [
      `${second.origin}/`,
      `http://2130706433:${second.port}/`,
      `http://0x7f000001:${second.port}/`,
      `http://0177.0.0.1:${second.port}/`,
      `http://127.1:${second.port}/`,
      `http://[::1]:${second.port}/`,
      `http://[::ffff:127.0.0.1]:${second.port}/`,
      `http://localhost:${first.port}/`,
      `https://127.0.0.1:${first.port}/`,
      `http://127.0.0.1.nip.test:${first.port}/`,
    ]) {
      expect(await errorOf(url)).toMatch(/^the origin .* is not allowed/);
    }
    expect(await errorOf("file:///etc/passwd")).toContain("is not HTTP");
    expect(await errorOf("no url")).toContain("is not a URL");
    expect(await errorOf(`http://u:p@127.0.0.1:${first.port}/`)).toContain("must not hold a user name");
    expect(await errorOf(first.origin, { allowedOrigins: [] })).toContain("none is");
    expect(second.seen.length).toBe(before);
  });

  it("calls a private address that is listed, as a name of this machine too", async () => {
    first.answer = (_, response) => response.end("ok");
    const lookup = () => Promise.resolve(["127.0.0.1"]);
    expect(await errorOf(first.origin, { lookup })).toBe("answered 200");
    const local = `http://localhost:${first.port}`;
    expect(await errorOf(local, { lookup, allowedOrigins: [local] })).toBe("answered 200");
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "::1",
    "fc00::1",
    "fe80::1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "not an address",
  ])("refuses a listed name that leads to %s", async (address) => {
    const called: string[] = [];
    const given = {
      allowedOrigins: ["http://name.test"],
      lookup: () => Promise.resolve(["93.184.216.34", address]),
      fetch: ((url) => {
        called.push(url);
        return Promise.reject(new Error("must not be called"));
      }) as FetchPort,
    };
    expect(await errorOf("http://name.test/", given)).toBe(`name.test leads to the private address ${address}`);
    expect(called).toEqual([]);
  });

  it("hands the address that it checked to whoever opens the connection", async () => {
    const addresses: (string | undefined)[] = [];
    const fetchPort: FetchPort = (_, { address, ...init }) => {
      addresses.push(address);
      return fetch(first.origin, init);
    };
    const given = {
      allowedOrigins: ["http://name.test"],
      lookup: () => Promise.resolve(["93.184.216.34"]),
      fetch: fetchPort,
    };
    expect(await errorOf("http://name.test/", given)).toBe("answered 200");
    expect(addresses).toEqual(["93.184.216.34"]);
    expect(await errorOf("http://name.test/", { ...given, lookup: () => Promise.resolve([]) })).toContain("no address");
  });

  it("follows redirects inside the list and none out of it", async () => {
    first.answer = (seen, response) =>
      seen.url === "/" ? response.writeHead(302, { location: "/next" }).end() : response.end("there");
    expect(await errorOf(`${first.origin}/`)).toBe("answered 200");
    expect(first.seen.at(-1)).toMatchObject({ url: "/next", method: "GET", body: "" });

    const before = second.seen.length;
    first.answer = (_, response) => response.writeHead(307, { location: `${second.origin}/steal` }).end();
    expect(await errorOf(`${first.origin}/`)).toMatch(/^the origin .* is not allowed/);
    expect(second.seen.length).toBe(before);

    second.answer = (_, response) => response.end("ok");
    const both = { allowedOrigins: [first.origin, second.origin] };
    expect(await errorOf(`${first.origin}/`, both)).toBe("answered 200");
    expect(second.seen.at(-1)).toMatchObject({ method: "POST", body: "{}" });
    expect(second.seen.at(-1)?.headers.authorization).toBeUndefined();

    first.answer = (_, response) => response.writeHead(302, { location: "/round" }).end();
    expect(await errorOf(`${first.origin}/`)).toContain("more than 5 redirects");
  });

  it("adds the host's own key where a request has none, to its origin alone, and cleans what repeats it", async () => {
    const keys = new Map([[first.origin, "host-key-1"]]);
    const echo = (seen: Seen, response: ServerResponse) =>
      response.setHeader("x-echo", String(seen.headers.authorization)).end(`you are ${seen.headers.authorization}`);
    first.answer = echo;
    second.answer = echo;
    const bare = { headers: new Map<string, string>() };
    const own = await network({ keys }).exchange(request(first.origin, bare), options());
    expect(first.seen.at(-1)?.headers.authorization).toBe("Bearer host-key-1");
    expect(own).toMatchObject({ ok: true, response: { body: "you are Bearer [REDACTED]" } });
    expect(own.ok && own.response.headers.get("x-echo")).toBe("Bearer [REDACTED]");
    await network({ keys }).exchange(request(first.origin), options());
    expect(first.seen.at(-1)?.headers.authorization).toBe("Bearer secret");
    await network({ keys, allowedOrigins: [second.origin] }).exchange(request(second.origin, bare), options());
    expect(second.seen.at(-1)?.headers.authorization).toBeUndefined();
  });

  it("cuts an answer that is too large, however it comes", async () => {
    first.answer = (_, response) => response.end("x".repeat(1001));
    expect(await errorOf(first.origin)).toBe("the response exceeds the limit of 1000 bytes");
    first.answer = (_, response) => response.end("x".repeat(1000));
    expect(await errorOf(first.origin)).toBe("answered 200");
    first.answer = (_, response) => {
      const pump = () => {
        if (response.destroyed) return;
        response.write("y".repeat(600));
        setTimeout(pump, 5);
      };
      pump();
    };
    expect(await errorOf(first.origin)).toBe("the response exceeds the limit of 1000 bytes");
  });

  it("gives up at the timeout and at the signal", async () => {
    first.answer = () => {};
    expect(await errorOf(first.origin, {}, { timeoutMs: 50 })).toBe("the request timed out after 0.05s");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await errorOf(first.origin, {}, { signal: controller.signal })).toBe("the request was cancelled");
  });

  it("says why there is no answer", async () => {
    const closed = new LoopbackServer();
    await closed.listen();
    const { origin } = closed;
    closed.close();
    expect(await errorOf(origin, { allowedOrigins: [origin] })).toMatch(/^no answer: /);
  });

  it("follows no redirect that a browser hides", async () => {
    const hidden: FetchPort = () =>
      Promise.resolve({ status: 0, type: "opaqueredirect", headers: new Headers(), body: null });
    expect(await errorOf(first.origin, { fetch: hidden })).toContain("a redirect");
  });
});
