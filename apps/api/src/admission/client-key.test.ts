import { describe, expect, it } from "vitest";
import { forwardedAddress, networkOf } from "./client-key.ts";

describe("who is asking", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["::1", "::/64"],
    ["", "unknown"],
  ])("%s counts as %s", (address, network) => expect(networkOf(address)).toBe(network));

  it("is told by trusted proxies alone, counted from the right", () => {
    const header = "10.9.9.9, 192.0.2.1, 192.0.2.2";
    expect(forwardedAddress(header, 0)).toBeUndefined();
    expect(forwardedAddress(header, 1)).toBe("192.0.2.2");
    expect(forwardedAddress(header, 2)).toBe("192.0.2.1");
    expect(forwardedAddress("192.0.2.1", 2)).toBeUndefined();
    expect(forwardedAddress("not an address", 1)).toBeUndefined();
    expect(forwardedAddress(undefined, 1)).toBeUndefined();
  });
});
