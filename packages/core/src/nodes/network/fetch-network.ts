import type { Clock, Network, NetworkOutcome } from "../../ports/host.ts";
import { REDACTED } from "../../redaction/marker.ts";
import type { HttpRequest, HttpResponse } from "../../vocabulary/exchange.ts";
import type { FetchedResponse, FetchPort } from "./fetch-port.ts";
import { type Addresses, addresses, isAddress, isPublicAddress } from "./is-public-address.ts";
import { byteLimitError, timeoutError } from "./network-errors.ts";
import { redirected, redirectTarget } from "./redirects.ts";

export interface FetchNetworkOptions {
  /** `https://api.example.com`, exactly as an origin; nothing else is ever called. */
  readonly allowedOrigins: readonly string[];
  readonly fetch: FetchPort;
  readonly clock: Clock;
  /**
   * Origin → key of whoever runs the host: sent as a bearer token where a request brings none of its own. A run never
   * sees it, and an answer that repeats it is cleaned.
   */
  readonly keys?: ReadonlyMap<string, string>;
  /** All addresses of a name. Where it is given, names that lead to private addresses are refused. */
  readonly lookup?: (hostname: string) => Promise<readonly string[]>;
}

const MOST_REDIRECTS = 5;

const CREDENTIAL_HEADERS: readonly string[] = ["authorization", "api-key", "x-api-key"];

/** Leaves an exchange with the text of its failure; never leaves this file. */
class Refusal extends Error {}

/**
 * Real HTTP to listed origins alone: redirects are followed only to listed ones, a name must not lead to a private
 * address, answers have a size and a time. A private address may be called when it is itself in the list.
 */
export function createFetchNetwork(options: FetchNetworkOptions): Network {
  const allowed = new Set(
    options.allowedOrigins.filter((text) => URL.canParse(text)).map((text) => new URL(text).origin),
  );
  return {
    async exchange(request, { timeoutMs, maxBytes, signal }): Promise<NetworkOutcome> {
      const controller = new AbortController();
      const abort = () => controller.abort();
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      const timer = new AbortController();
      const late = options.clock.sleep(timeoutMs, timer.signal).then((): NetworkOutcome => {
        abort();
        return { ok: false, error: timeoutError(timeoutMs) };
      });
      try {
        const sent = new Sending(options, allowed, maxBytes, controller.signal).send(request);
        return await Promise.race([sent, late]);
      } finally {
        timer.abort();
        signal.removeEventListener("abort", abort);
      }
    },
  };
}

class Sending {
  private readonly options: FetchNetworkOptions;
  private readonly allowed: ReadonlySet<string>;
  private readonly maxBytes: number;
  private readonly signal: AbortSignal;

  constructor(options: FetchNetworkOptions, allowed: ReadonlySet<string>, maxBytes: number, signal: AbortSignal) {
    this.options = options;
    this.allowed = allowed;
    this.maxBytes = maxBytes;
    this.signal = signal;
  }

  async send(request: HttpRequest): Promise<NetworkOutcome> {
    try {
      return { ok: true, response: await this.follow(request) };
    } catch (thrown) {
      if (thrown instanceof Refusal) return { ok: false, error: thrown.message };
      if (this.signal.aborted) return { ok: false, error: "the request was cancelled" };
      const cause = (thrown as { cause?: { message?: string } }).cause?.message;
      return { ok: false, error: `no answer: ${cause ?? (thrown instanceof Error ? thrown.message : String(thrown))}` };
    }
  }

  private async follow(first: HttpRequest): Promise<HttpResponse> {
    let request = first;
    for (let redirects = 0; ; redirects++) {
      const url = this.permitted(request.url);
      const address = await this.publicAddress(url);
      const { body } = request;
      const response = await this.options.fetch(url.href, {
        method: request.method,
        headers: this.headers(request, url),
        ...(body === undefined ? {} : { body }),
        redirect: "manual",
        signal: this.signal,
        ...(address === undefined ? {} : { address }),
      });
      const answer = { status: response.status, headers: headersOf(response, (text) => this.withoutKeys(text)) };
      if (response.type === "opaqueredirect") {
        throw new Refusal("the answer is a redirect, which a browser does not let follow");
      }
      const target = redirectTarget(response.status, answer.headers, url);
      if (target === undefined) return { ...answer, body: await this.read(response) };
      void response.body?.getReader().cancel();
      if (redirects === MOST_REDIRECTS) throw new Refusal(`more than ${MOST_REDIRECTS} redirects`);
      request = redirected(request, url, this.permitted(target), response.status);
    }
  }

  private headers(request: HttpRequest, url: URL): Record<string, string> {
    const headers = new Map(request.headers);
    const key = this.options.keys?.get(url.origin);
    if (key !== undefined && !CREDENTIAL_HEADERS.some((name) => headers.has(name))) {
      headers.set("authorization", `Bearer ${key}`);
    }
    return Object.fromEntries(headers);
  }

  private withoutKeys(text: string): string {
    const keys = [...(this.options.keys?.values() ?? [])].filter((key) => key !== "");
    return keys.reduce((clean, key) => clean.replaceAll(key, REDACTED), text);
  }

  private permitted(text: string): URL {
    if (!URL.canParse(text)) throw new Refusal(`'${text}' is not a URL`);
    const url = new URL(text);
    if (url.protocol !== "http:" && url.protocol !== "https:") throw new Refusal(`${url.protocol} is not HTTP`);
    if (url.username !== "" || url.password !== "") throw new Refusal("a URL must not hold a user name or a password");
    if (this.allowed.has(url.origin)) return url;
    const list = this.allowed.size === 0 ? "none is" : `allowed: ${[...this.allowed].join(", ")}`;
    throw new Refusal(`the origin ${url.origin} is not allowed (${list})`);
  }

  /** Undefined when no name was looked up: a listed address stands for itself. */
  private async publicAddress(url: URL): Promise<string | undefined> {
    const { lookup } = this.options;
    if (lookup === undefined) return undefined;
    const library: Addresses = await addresses();
    if (isAddress(library, url.hostname) || isLocalName(url.hostname)) return undefined;
    const found = await lookup(url.hostname);
    const hidden = found.find((address) => !isPublicAddress(library, address));
    if (hidden !== undefined) throw new Refusal(`${url.hostname} leads to the private address ${hidden}`);
    if (found[0] === undefined) throw new Refusal(`${url.hostname} has no address`);
    return found[0];
  }

  private async read(response: FetchedResponse): Promise<string> {
    const reader = response.body?.getReader();
    if (reader === undefined) return "";
    const decoder = new TextDecoder("utf-8", { ignoreBOM: false });
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done || value === undefined) break;
      bytes += value.length;
      if (bytes > this.maxBytes) {
        void reader.cancel();
        throw new Refusal(byteLimitError(this.maxBytes));
      }
      pieces.push(value);
    }
    return this.withoutKeys(decoder.decode(joined(pieces, bytes)));
  }
}

/** The names of this machine itself, which a list can only mean on purpose. */
function isLocalName(hostname: string): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost");
}

function headersOf(response: FetchedResponse, clean: (text: string) => string): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  response.headers.forEach((value, name) => {
    headers.set(name.toLowerCase(), clean(value));
  });
  return headers;
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
