import { lazily } from "../lazily.ts";

export const addresses = lazily("IP address", async () => (await import("ipaddr.js")).default);

export type Addresses = typeof import("ipaddr.js");

/** Whether an IP address is one of the open internet, IPv4 inside IPv6 included; false for what is no address. */
export function isPublicAddress(library: Addresses, address: string): boolean {
  const text = address.replace(/^\[|\]$/g, "");
  if (!library.isValid(text)) return false;
  return library.process(text).range() === "unicast";
}

export function isAddress(library: Addresses, host: string): boolean {
  return library.isValid(host.replace(/^\[|\]$/g, ""));
}
