import { describe, expect, it } from "vitest";
import type { JsonArray } from "../../vocabulary/json.ts";
import { failure, json, publish, tryNode } from "../testing/run-node.ts";
import { instantClock } from "../testing/test-clock.ts";
import { createScriptedNetwork } from "./scripted-network.ts";

const scripted = (...responses: readonly unknown[]) => ({
  network: createScriptedNetwork(
    json(responses.map((response) => ({ match: {}, response }))) as JsonArray,
    instantClock(),
  ),
});
const url = "https://api.test/x";
const request = async (type: string, config: object, context: object = {}) =>
  (await tryNode(type, { url, ...config }, context, scripted({ body: "" }))).outcome.request;

describe("http nodes", () => {
  it("publish status, data, headers, success and attempts", async () => {
    const host = scripted({ status: 201, headers: { ETag: "e" }, body: { a: 1.5 } });
    expect(await publish("http_post", { url, output_key: "r" }, {}, host)).toEqual(
      json({ r_status: 201, r_data: { a: 1.5 }, r_headers: { etag: "e" }, r_success: true, r_attempts: 1 }),
    );
    expect((await publish("http_get", { url }, {}, scripted({ body: "plain" }))).get("http_data")).toBe("plain");
  });

  it.each([
    ["http_get", "GET"],
    ["http_post", "POST"],
    ["http_put", "PUT"],
    ["http_delete", "DELETE"],
    ["http_request", "GET"],
  ])("%s sends %s", async (type, method) => expect((await request(type, {}))?.method).toBe(method));

  it("http_request takes a method", async () => {
    expect((await request("http_request", { method: "patch" }))?.method).toBe("PATCH");
    expect(await failure("http_request", { url, method: "TRACE" })).toContain("unknown method 'TRACE'");
    expect(await failure("http_get", {})).toBe("http_get requires 'url'");
  });

  it("fill placeholders in url, headers and body", async () => {
    const sent = await request(
      "http_post",
      { url: "https://api.test/${ctx.id}", headers: { "X-Id": "<${ctx.id}>" }, body: { q: ["${ctx.id}"] } },
      { id: 7 },
    );
    expect(sent?.url).toBe("https://api.test/7");
    expect(sent?.headers.get("x-id")).toBe("<7>");
    expect(sent?.body).toBe('{"q":["7"]}');
    expect(sent?.headers.get("content-type")).toBe("application/json");
  });

  it("encode forms and text", async () => {
    const form = await request("http_post", { body_type: "form", body: { "a b": "c&d", n: 1 } });
    expect(form?.body).toBe("a+b=c%26d&n=1");
    expect(form?.headers.get("content-type")).toBe("application/x-www-form-urlencoded");
    expect((await request("http_post", { body_type: "text", body: { a: 1 } }))?.body).toBe('{"a":1}');
    expect(await failure("http_post", { url, body_type: "form", body: "x" })).toContain(
      "a form body must be an object",
    );
  });

  it("authenticate without showing how", async () => {
    const seen: string[] = [];
    const network = {
      exchange: (sent: { headers: ReadonlyMap<string, string> }) => {
        seen.push(...[...sent.headers].map(([name, value]) => `${name}: ${value}`));
        return Promise.resolve({
          ok: true as const,
          response: { status: 200, headers: new Map(), body: "echo tok-1 cHc6cHc=" },
        });
      },
    };
    for (const auth of [
      { token: "${ctx.t}" },
      { type: "basic", username: "pw", password: "pw" },
      { type: "api_key", key: "tok-1", header: "X-Own" },
    ]) {
      const { outcome } = await tryNode("http_get", { url, auth }, { t: "tok-1" }, { network });
      expect([...(outcome.request?.headers.values() ?? [])]).toEqual(["[REDACTED]"]);
    }
    expect(seen).toEqual(["authorization: Bearer tok-1", "authorization: Basic cHc6cHc=", "x-own: tok-1"]);
    const { outcome } = await tryNode("http_get", { url, auth: { token: "tok-1" } }, {}, { network });
    expect(outcome.ok && outcome.output.get("http_data")).toBe("echo [REDACTED] cHc6cHc=");
  });

  it("fail on other statuses, unless they are told not to", async () => {
    expect(await failure("http_get", { url }, {}, scripted({ status: 404 }))).toBe(
      "http_get: the answer has status 404",
    );
    const output = await publish("http_get", { url, fail_on_status: false }, {}, scripted({ status: 404, body: "no" }));
    expect([output.get("http_status"), output.get("http_success"), output.get("http_data")]).toEqual([
      404n,
      false,
      "no",
    ]);
  });

  it("try again for the statuses they were given", async () => {
    const config = { url, retry_statuses: [503, "429"], status_retries: 2, status_retry_backoff: 0.5 };
    const answers = [{ status: 503 }, { status: 429, headers: { "retry-after": "7" } }, { body: "ok" }];
    const { outcome, sleptMs } = await tryNode("http_get", config, {}, scripted(...answers));
    expect(outcome.ok && outcome.output.get("http_attempts")).toBe(3n);
    expect(sleptMs).toEqual([500, 7000]);
    expect(await failure("http_get", { url, status_retries: 101 })).toContain("at most 100");
  });

  it("say what is missing when there is no network or no answer", async () => {
    expect(await failure("http_get", { url })).toContain("http_get needs the network");
    expect(await failure("http_get", { url }, {}, scripted())).toContain('{"match":{"node":"http_get","step":"s"}');
    expect(await failure("http_get", { url, timeout: 0 })).toBe("http_get 'timeout' must be greater than 0");
  });
});
