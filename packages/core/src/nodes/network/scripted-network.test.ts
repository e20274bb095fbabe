import { describe, expect, it } from "vitest";
import { parseJson } from "../../json/parse-json.ts";
import type { HttpRequest } from "../../vocabulary/exchange.ts";
import type { JsonArray } from "../../vocabulary/json.ts";
import { json } from "../testing/run-node.ts";
import { instantClock } from "../testing/test-clock.ts";
import { createScriptedNetwork } from "./scripted-network.ts";

const request: HttpRequest = {
  node: "llm",
  step: "ask",
  method: "POST",
  url: "https://api.test/v1/chat",
  headers: new Map([["authorization", "Bearer k"]]),
  body: '{"model":"m","q":"Oslo"}',
};
const options = { timeoutMs: 1000, maxBytes: 100, signal: new AbortController().signal };
const network = (exchanges: readonly unknown[], clock = instantClock()) =>
  createScriptedNetwork(json(exchanges) as JsonArray, clock);
const answer = (body: unknown, match: object = {}) => ({ match, response: { body } });

describe("scripted exchanges", () => {
  it("answer in order, each once, the first that matches", async () => {
    const scripted = network([answer("one"), answer("two", { step: "other" }), answer("three", { node: "llm" })]);
    const bodies = [];
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await scripted.exchange(request, options);
      bodies.push(outcome.ok ? outcome.response.body : outcome.error);
    }
    expect(bodies).toEqual(["one", "three"]);
    expect((await scripted.exchange({ ...request, step: "other" }, options)).ok).toBe(true);
    expect((await scripted.exchange(request, options)).ok).toBe(false);
  });

  it.each([
    [{ node: "llm" }, true],
    [{ node: "http_get" }, false],
    [{ step: "ask" }, true],
    [{ step: "a" }, false],
    [{ url: "https://api.test/v1/chat" }, true],
    [{ url: "https://api.test" }, false],
    [{ body_contains: '"Oslo"' }, true],
    [{ body_contains: "Rome" }, false],
    [{ method: "post" }, true],
    [{ node: "llm", step: "ask", body_contains: "Rome" }, false],
  ])("match by %j: %s", async (match, fits) => {
    expect((await network([answer("", match)]).exchange(request, options)).ok).toBe(fits);
  });

  it("carry status, headers and a body of text or JSON", async () => {
    const response = { status: 429, headers: { "Retry-After": 3 }, body: { b: 1, a: [2] } };
    expect(await network([{ match: {}, response }]).exchange(request, options)).toEqual({
      ok: true,
      response: { status: 429, headers: new Map([["retry-after", "3"]]), body: '{"a":[2],"b":1}' },
    });
  });

  it("wait on the clock and time out as a real answer would", async () => {
    const clock = instantClock();
    const late = [
      { match: {}, response: {}, delay_ms: 300 },
      { match: {}, response: {}, delay_ms: 5000 },
    ];
    const scripted = network(late, clock);
    expect((await scripted.exchange(request, options)).ok).toBe(true);
    expect(await scripted.exchange(request, options)).toEqual({ ok: false, error: "the request timed out after 1s" });
    expect(clock.sleptMs).toEqual([300, 1000]);
  });

  it("obey the size limit and the signal", async () => {
    expect(await network([answer("x".repeat(101))]).exchange(request, options)).toEqual({
      ok: false,
      error: "the response exceeds the limit of 100 bytes",
    });
    const controller = new AbortController();
    controller.abort();
    expect(await network([answer("x")]).exchange(request, { ...options, signal: controller.signal })).toEqual({
      ok: false,
      error: "the request was cancelled",
    });
  });

  it("that are missing print the one that would answer, which then does", async () => {
    const outcome = await network([]).exchange(request, options);
    if (outcome.ok) throw new Error("was answered");
    expect(outcome.error).toContain("the scenario has none");
    expect(outcome.error).not.toContain("Bearer");
    const printed = parseJson(outcome.error.slice(outcome.error.indexOf("{")));
    if (!printed.ok) throw new Error(printed.error.message);
    expect(outcome.error).toContain('"body":{"model":"m","q":"Oslo"}');
    const copied = createScriptedNetwork([printed.value], instantClock());
    expect(await copied.exchange(request, options)).toMatchObject({ ok: true, response: { status: 200, body: "{}" } });
  });

  it("that are malformed say where", async () => {
    const error = async (exchange: unknown) => {
      const outcome = await network([exchange]).exchange(request, options);
      return outcome.ok ? "answered" : outcome.error;
    };
    expect(await error(3)).toBe("exchanges[0] must be an object with 'match' and 'response'");
    expect(await error({ match: { node: 1 }, response: {} })).toBe("exchanges[0].match.node must be a text");
    expect(await error({ match: {} })).toBe("exchanges[0] has no 'response'");
    expect(await error({ response: { status: "200" } })).toContain("exchanges[0].response.status");
    expect(await error({ response: {}, delay_ms: "x" })).toContain("exchanges[0].delay_ms");
  });
});
