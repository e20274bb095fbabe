import { compactJson } from "../../json/print-json.ts";
import { utf8Length } from "../../json/utf8-length.ts";
import type { Clock, Network, NetworkOutcome } from "../../ports/host.ts";
import type { HttpRequest, HttpResponse } from "../../vocabulary/exchange.ts";
import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { byteLimitError, timeoutError } from "./network-errors.ts";
import { answerValue } from "./send-request.ts";

interface Exchange {
  readonly match: JsonObject;
  readonly response: HttpResponse;
  readonly delayMs: number;
}

const MATCHED: readonly (readonly [string, (request: HttpRequest, expected: string) => boolean])[] = [
  ["node", (request, node) => request.node === node],
  ["step", (request, step) => request.step === step],
  ["method", (request, method) => request.method === method.toUpperCase()],
  ["url", (request, url) => request.url === url],
  ["body_contains", (request, text) => request.body?.includes(text) ?? false],
];

/**
 * A network of the scenario's `exchanges`: each answers one request, the first one left that matches. A request that
 * none matches fails with the exchange that would answer it, ready to be copied.
 */
export function createScriptedNetwork(exchanges: readonly Json[], clock: Clock): Network {
  const left = exchanges.map(readExchange);
  return {
    async exchange(request, { timeoutMs, maxBytes, signal }): Promise<NetworkOutcome> {
      const at = left.findIndex((exchange) => typeof exchange === "string" || matches(exchange, request));
      const exchange = left[at];
      if (exchange === undefined) return { ok: false, error: missingExchange(request, exchanges.length) };
      if (typeof exchange === "string") return { ok: false, error: exchange };
      left.splice(at, 1);
      await clock.sleep(Math.min(exchange.delayMs, timeoutMs), signal);
      if (signal.aborted) return { ok: false, error: "the request was cancelled" };
      if (exchange.delayMs > timeoutMs) return { ok: false, error: timeoutError(timeoutMs) };
      if (utf8Length(exchange.response.body) > maxBytes) return { ok: false, error: byteLimitError(maxBytes) };
      return { ok: true, response: exchange.response };
    },
  };
}

/** Or what is wrong with it. */
function readExchange(exchange: Json, index: number): Exchange | string {
  const place = `exchanges[${index}]`;
  if (!isJsonObject(exchange)) return `${place} must be an object with 'match' and 'response'`;
  const match = exchange.get("match") ?? new Map();
  const response = exchange.get("response");
  if (!isJsonObject(match)) return `${place}.match must be an object`;
  const odd = MATCHED.find(([key]) => match.has(key) && typeof match.get(key) !== "string");
  if (odd !== undefined) return `${place}.match.${odd[0]} must be a text`;
  if (!isJsonObject(response)) return `${place} has no 'response'`;
  const status = response.get("status") ?? 200n;
  if (typeof status !== "bigint" || status < 100n || status > 599n) {
    return `${place}.response.status must be a whole number in 100…599`;
  }
  const delayMs = Number(exchange.get("delay_ms") ?? 0n);
  if (!(delayMs >= 0)) return `${place}.delay_ms must be a number of milliseconds`;
  const answer = { status: Number(status), headers: readHeaders(response), body: readBody(response) };
  return { match, delayMs, response: answer };
}

function readHeaders(response: JsonObject): ReadonlyMap<string, string> {
  const headers = response.get("headers");
  if (!isJsonObject(headers)) return new Map();
  return new Map([...headers].map(([name, value]) => [name.toLowerCase(), plain(value)]));
}

function readBody(response: JsonObject): string {
  const body = response.get("body");
  return body === undefined ? "" : plain(body);
}

function plain(value: Json): string {
  return typeof value === "string" ? value : compactJson(value);
}

function matches({ match }: Exchange, request: HttpRequest): boolean {
  return MATCHED.every(([key, fits]) => {
    const expected = match.get(key);
    return typeof expected !== "string" || fits(request, expected);
  });
}

function missingExchange(request: HttpRequest, scripted: number): string {
  const had = scripted === 0 ? "the scenario has none" : `none of the ${scripted} that the scenario has is left for it`;
  return (
    `no scripted exchange answers this request (${had}). Put this into \`exchanges\`, with the answer it should get: ` +
    compactJson(exampleExchange(request))
  );
}

/** `request` is for the reader alone: what `match` may ask for with `url` and `body_contains`. */
function exampleExchange(request: HttpRequest): JsonObject {
  const sent = new Map<string, Json>([
    ["method", request.method],
    ["url", request.url],
  ]);
  if (request.body !== undefined) sent.set("body", answerValue(request.body));
  return new Map<string, Json>([
    [
      "match",
      new Map([
        ["node", request.node],
        ["step", request.step],
      ]),
    ],
    [
      "response",
      new Map<string, Json>([
        ["status", 200n],
        ["body", new Map()],
      ]),
    ],
    ["request", sent],
  ]);
}
