import { parseJson } from "../../json/parse-json.ts";
import type { NodeHost } from "../../ports/node.ts";
import { REDACTED } from "../../redaction/marker.ts";
import type { HttpRequest, HttpResponse } from "../../vocabulary/exchange.ts";
import type { Json } from "../../vocabulary/json.ts";
import { unavailableError } from "../unavailable-node.ts";

/** A request with the texts in it that must never be shown. */
export interface PreparedRequest {
  readonly request: HttpRequest;
  readonly credentials: readonly string[];
  readonly timeoutMs: number;
  /** 0: no limit. */
  readonly maxBytes: number;
}

/** `shown` is the request without its credentials; the answer is free of them too. */
export type Answer =
  | { readonly ok: true; readonly response: HttpResponse; readonly shown: HttpRequest }
  | { readonly ok: false; readonly error: string; readonly shown: HttpRequest };

const CREDENTIAL_HEADERS = ["authorization", "proxy-authorization", "cookie", "api-key", "x-api-key"];

/** Sends a request through the network that the host lends. */
export async function sendRequest(prepared: PreparedRequest, host: NodeHost): Promise<Answer> {
  const { request, timeoutMs } = prepared;
  const hide = hider(prepared.credentials);
  const shown = shownRequest(request, hide);
  if (host.network === undefined) {
    return { ok: false, error: unavailableError(request.node, "the network"), shown };
  }
  const maxBytes = prepared.maxBytes === 0 ? Number.POSITIVE_INFINITY : prepared.maxBytes;
  const outcome = await host.network.exchange(request, { timeoutMs, maxBytes, signal: host.signal });
  if (!outcome.ok) return { ok: false, error: hide(outcome.error), shown };
  const { status, headers, body } = outcome.response;
  const clean = new Map([...headers].map(([name, value]) => [name, hide(value)]));
  return { ok: true, response: { status, headers: clean, body: hide(body) }, shown };
}

/** The body as JSON, else as the text it is. */
export function answerValue(body: string): Json {
  const parsed = parseJson(body);
  return parsed.ok ? parsed.value : body;
}

/** Replaces credentials as they stand, and as they stand inside JSON and URLs. */
function hider(credentials: readonly string[]): (text: string) => string {
  const forms = credentials
    .filter((credential) => credential !== "")
    .flatMap((credential) => [credential, JSON.stringify(credential).slice(1, -1), percentEncoded(credential)])
    .sort((a, b) => b.length - a.length);
  return (text) => forms.reduce((cleaned, form) => cleaned.replaceAll(form, REDACTED), text);
}

function percentEncoded(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9\-_.~]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
}

function shownRequest(request: HttpRequest, hide: (text: string) => string): HttpRequest {
  const headers = [...request.headers].map(([name, value]): [string, string] => [
    name,
    CREDENTIAL_HEADERS.includes(name.toLowerCase()) ? REDACTED : hide(value),
  ]);
  return {
    ...request,
    url: hide(request.url),
    headers: new Map(headers),
    ...(request.body === undefined ? {} : { body: hide(request.body) }),
  };
}
