import { eventFromJson, parseJson, type RunEvent } from "@tool-dispatch/core";
import { OPERATION_PATHS, type OperationName } from "../contract/operation-paths.ts";
import type { StoredLink } from "../contract/schemas.ts";

/** Why the server did not do it: not there, busy, or the document was refused. `message` is for the person who asked. */
export class ApiRefusal extends Error {
  /** The code of the problem document; `no-answer` when there was none. */
  readonly code: string;
  /** Where in the document, when places are meant. */
  readonly places: readonly RefusedPlace[];

  constructor(code: string, message: string, places: readonly RefusedPlace[] = []) {
    super(message);
    this.code = code;
    this.places = places;
  }
}

/** A text that looks like a credential (`POST /api/shares`). */
export interface RefusedPlace {
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
  readonly looks_like: string;
  readonly masked: string;
}

export interface ReadLink {
  /** The scenario document, numbers exact. */
  readonly scenario: string;
  readonly expiresAt: Date;
}

/** The API as it is described, for pages and scripts. Every method rejects with an `ApiRefusal`. */
export interface ApiClient {
  /** Runs a scenario; leaving the loop, or the signal, cancels it. */
  startRun(scenario: string, signal?: AbortSignal): AsyncGenerator<RunEvent>;
  /** `acknowledged`: texts that look like credentials were seen and are meant. */
  storeLink(scenario: string, acknowledged: boolean): Promise<StoredLink>;
  readLink(id: string): Promise<ReadLink>;
  deleteLink(id: string, deleteToken: string): Promise<void>;
}

/** `base`: where the server is; the page's own host unless given. */
export function createApiClient(base = ""): ApiClient {
  const call = (name: OperationName, request: ApiRequest = {}) => send(base, name, request);
  return {
    async *startRun(scenario, signal) {
      const headers = { accept: "text/event-stream" };
      const { body } = await call("startRun", { body: scenario, headers, ...(signal === undefined ? {} : { signal }) });
      if (body !== null) yield* readEvents(body);
    },
    async storeLink(scenario, acknowledged) {
      const query = acknowledged ? "?acknowledged=true" : "";
      return (await call("storeLink", { body: scenario, query })).json() as Promise<StoredLink>;
    },
    async readLink(id) {
      const response = await call("readLink", { id });
      return { scenario: await response.text(), expiresAt: new Date(response.headers.get("x-expires-at") ?? "") };
    },
    async deleteLink(id, deleteToken) {
      await call("deleteLink", { id, headers: { authorization: `Bearer ${deleteToken}` } });
    },
  };
}

interface ApiRequest {
  readonly id?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A JSON text. */
  readonly body?: string;
  readonly signal?: AbortSignal;
}

async function send(base: string, name: OperationName, request: ApiRequest): Promise<Response> {
  const { id = "", query = "", headers, body, signal } = request;
  const { method, path } = OPERATION_PATHS[name];
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  let response: Response;
  try {
    response = await fetch(`${base}${path.replace("{id}", encodeURIComponent(id))}${query}`, {
      method: method.toUpperCase(),
      headers: { ...type, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiRefusal("no-answer", "The server does not answer.");
  }
  if (response.ok) return response;
  throw await refusal(response);
}

async function refusal(response: Response): Promise<ApiRefusal> {
  const document = (await response.json().catch(() => ({}))) as Record<string, unknown>;
  const code = typeof document.code === "string" ? document.code : "no-problem-document";
  const detail = typeof document.detail === "string" ? document.detail : `The server answered ${response.status}.`;
  const places = code === "token-like-text" && Array.isArray(document.problems) ? document.problems : [];
  return new ApiRefusal(code, detail, places as readonly RefusedPlace[]);
}

async function* readEvents(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<RunEvent> {
  // Not every browser can loop over a stream; and leaving the loop over the events must leave the connection too.
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let waiting = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      waiting += part.value;
      const messages = waiting.split("\n\n");
      waiting = messages.pop() ?? "";
      for (const message of messages) {
        const event = eventOf(message);
        if (event !== undefined) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Undefined for messages without data, such as a sign of life. */
function eventOf(message: string): RunEvent | undefined {
  const data = message
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).replace(/^ /, ""))
    .join("\n");
  const parsed = data === "" ? undefined : parseJson(data);
  return parsed?.ok ? eventFromJson(parsed.value) : undefined;
}
