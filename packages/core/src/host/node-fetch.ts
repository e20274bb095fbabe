import { lookup } from "node:dns/promises";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6 } from "node:net";
import type { FetchedResponse, FetchInit } from "../index.ts";

/**
 * HTTP for Node threads that connects to the address it is given, so that a name cannot lead elsewhere between the
 * check and the connection. No redirect is followed, no cookie kept, no connection shared.
 */
export function nodeFetch(
  url: string,
  { method, headers, body, signal, address }: FetchInit,
): Promise<FetchedResponse> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-length": Buffer.byteLength(body) }) },
      signal,
      agent: false,
      ...(address === undefined ? {} : { lookup: toAddress(address) }),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>;
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(
          Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]),
        ),
        body: {
          getReader: () => ({
            read: async () => {
              const { done, value } = await chunks.next();
              return { done: done === true, value };
            },
            cancel: async () => response.destroy(),
          }),
        },
      });
    });
    request.end(body);
  });
}

type Lookup = NonNullable<import("node:net").TcpNetConnectOpts["lookup"]>;

function toAddress(address: string): Lookup {
  const family = isIPv6(address) ? 6 : 4;
  return (_hostname, options, found) => {
    if (options.all === true) found(null, [{ address, family }]);
    else found(null, address, family);
  };
}

/** All addresses of a name. */
export async function nodeLookup(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
