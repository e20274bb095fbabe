import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { lazily } from "../lazily.ts";
import { NodeFault } from "../node-fault.ts";
import { plainText } from "../plain-text.ts";

const hashes = lazily("hash", async () => {
  const [{ sha256, sha384, sha512 }, { md5 }] = await Promise.all([
    import("@noble/hashes/sha2.js"),
    import("@noble/hashes/legacy.js"),
  ]);
  return new Map<string, (bytes: Uint8Array) => Uint8Array>([
    ["sha256", sha256],
    ["sha384", sha384],
    ["sha512", sha512],
    ["md5", md5],
  ]);
});

/** The hexadecimal digest of a text, or of a value's compact JSON (spec 07 §5). */
export const hash = defineNode("hash", ({ settings }) => {
  const text = plainText(settings.inputOrSource());
  const algorithm = settings.text("algorithm", "sha256");
  const outputKey = settings.text("output_key", "hash");
  return onSettled(hashes(), (algorithms) => {
    const digest = algorithms.get(algorithm.toLowerCase().replace("-", ""));
    if (digest === undefined) {
      throw new NodeFault(`hash: unknown algorithm '${algorithm}'; expected ${[...algorithms.keys()].join(", ")}`);
    }
    return [
      [outputKey, hex(digest(new TextEncoder().encode(text)))],
      [`${outputKey}_algorithm`, algorithm],
    ];
  });
});

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
