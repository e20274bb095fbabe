import { parseJson, printJson } from "@tool-dispatch/core";
import { describe, expect, it } from "vitest";
import { decodeLink, encodeLink, isShareLink, MOST_BYTES } from "./share-code.ts";
import { storedId } from "./stored-link.ts";

async function link(text: string): Promise<string> {
  const deflated = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(deflated).arrayBuffer());
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `#s=1.${base64.replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

describe("links that hold their scenario", () => {
  it("give back the document, numbers and keys exact", async () => {
    const text = '{"calls":"ü \\u0000","n":9007199254740993,"f":1.0,"__proto__":{"a":[]}}';
    const parsed = parseJson(text);
    if (!parsed.ok || !(parsed.value instanceof Map)) throw new Error("no document");
    const hash = await encodeLink(parsed.value);
    expect(isShareLink(hash)).toBe(true);
    const decoded = await decodeLink(hash);
    expect(decoded.ok && printJson(decoded.document)).toBe(printJson(parsed.value));
  });

  it("are not inflated beyond their limit", async () => {
    const bomb = await link(" ".repeat(MOST_BYTES * 8));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await decodeLink(bomb)).toEqual({ ok: false, message: expect.stringContaining("more than 4 MiB") });
  });

  it.each([
    ["#s=2.abc.def", "newer version"],
    ["#s=1.a b", "damaged"],
    ["#s=1.AAAA", "damaged"],
  ])("say what is wrong with them: %s", async (hash, message) => {
    expect(await decodeLink(hash)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });
});

describe("links that hold something else", () => {
  it.each(["[1]", '{"calls":', "1"])("are damaged: %s", async (text) => {
    expect(await decodeLink(await link(text))).toEqual({ ok: false, message: expect.stringContaining("no scenario") });
  });
});

describe("links whose scenario the server keeps", () => {
  it("are told from the others by their form", () => {
    expect(storedId("#s=xBQ3wL3Z7b5YcHOQJEpXPQ")).toBe("xBQ3wL3Z7b5YcHOQJEpXPQ");
    for (const hash of [
      "#s=1.abcdefghijklmnopqrstuv",
      "#s=short",
      "#s=../../api/health/xx",
      "#t=xBQ3wL3Z7b5YcHOQJEpXPQ",
      "",
    ]) {
      expect(storedId(hash)).toBeUndefined();
    }
  });
});
