import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import ipaddr from "ipaddr.js";

/**
 * Who is asking, as far as rate limits and turns in the queue are concerned: an IPv4 address, or the /64 network of an
 * IPv6 one, which is what one customer has. Behind `trustedProxies` proxies that is the address which the outermost of
 * them saw; what a client itself writes into the header never counts.
 */
export function clientKey(context: Context, trustedProxies: number): string {
  const remote = getConnInfo(context).remote.address ?? "";
  return networkOf(forwardedAddress(context.req.header("x-forwarded-for"), trustedProxies) ?? remote);
}

/** The address that the outermost trusted proxy wrote, counted from the right; undefined when there is none. */
export function forwardedAddress(header: string | undefined, trustedProxies: number): string | undefined {
  if (trustedProxies === 0 || header === undefined) return undefined;
  const address = header.split(",").at(-trustedProxies)?.trim();
  return address !== undefined && ipaddr.isValid(address) ? address : undefined;
}

export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
