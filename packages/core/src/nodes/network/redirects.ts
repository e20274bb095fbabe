import type { HttpRequest } from "../../vocabulary/exchange.ts";

/** All that a redirect to another origin takes along: whatever else was set may be a credential. */
const HARMLESS_HEADERS: readonly string[] = ["accept", "content-type"];
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Where an answer sends the request on to, if it does. */
export function redirectTarget(status: number, headers: ReadonlyMap<string, string>, from: URL): string | undefined {
  const location = REDIRECTS.includes(status) ? headers.get("location") : undefined;
  if (location === undefined) return undefined;
  return URL.canParse(location) ? location : new URL(location, from.href).href;
}

/** As browsers do it: 303, and 301 or 302 after a POST, go on with a GET without a body. */
export function redirected(request: HttpRequest, from: URL, to: URL, status: number): HttpRequest {
  const { body, ...rest } = request;
  const asGet = status === 303 || (status < 303 && request.method === "POST");
  const headers = [...request.headers].filter(([name]) => from.origin === to.origin || HARMLESS_HEADERS.includes(name));
  return {
    ...rest,
    url: to.href,
    method: asGet ? "GET" : request.method,
    headers: new Map(headers),
    ...(asGet || body === undefined ? {} : { body }),
  };
}
