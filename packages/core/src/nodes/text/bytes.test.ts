import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failure, json, publish, value } from "../testing/run-node.ts";

describe("[07 §5] hash", () => {
  it("hashes input with placeholders, or a value as compact JSON", async () => {
    expect(await publish("hash", { input: "a${ctx.n}" }, { n: 1 })).toEqual(
      json({ hash: createHash("sha256").update("a1").digest("hex"), hash_algorithm: "sha256" }),
    );
    expect(await value("hash", { source_key: "o" }, { o: { b: 1, a: "ä" } }, "hash")).toBe(
      createHash("sha256").update('{"a":"ä","b":1}').digest("hex"),
    );
    expect(await failure("hash", {})).toBe("hash requires 'input' or 'source_key'");
  });

  it.each(["sha256", "SHA-256", "sha384", "Sha-384", "sha512", "sha-512", "md5", "MD5", "md-5"])(
    "knows %s and publishes the name as written",
    async (algorithm) => {
      const plain = algorithm.toLowerCase().replace("-", "");
      expect(await publish("hash", { input: "x", algorithm, output_key: "h" })).toEqual(
        json({ h: createHash(plain).update("x").digest("hex"), h_algorithm: algorithm }),
      );
    },
  );

  it("refuses others with those it knows", async () => {
    expect(await failure("hash", { input: "x", algorithm: "sha1" })).toBe(
      "hash: unknown algorithm 'sha1'; expected sha256, sha384, sha512, md5",
    );
  });
});

describe("[07 §5] base64", () => {
  it("encodes and decodes input or text of the context", async () => {
    expect(await publish("base64_encode", { input: "a${ctx.n}" }, { n: 1 })).toEqual(json({ base64_encoded: "YTE=" }));
    expect(await publish("base64_decode", { source_key: "t", output_key: "o" }, { t: "YTE=" })).toEqual(
      json({ o: "a1" }),
    );
  });

  it("uses the URL alphabet when told so", async () => {
    expect(await value("base64_encode", { input: "??>>", url_safe: true }, {}, "base64_encoded")).toBe("Pz8-Pg==");
    expect(await value("base64_decode", { input: "Pz8-Pg", url_safe: true }, {}, "base64_decoded")).toBe("??>>");
    expect(await value("base64_decode", { input: "Pz8-Pg==", url_safe: true }, {}, "base64_decoded")).toBe("??>>");
    expect(await failure("base64_decode", { input: "Pz8-Pg==" })).toContain("base64_decode failed");
  });

  it("takes exactly one source", async () => {
    expect(await failure("base64_encode", { input: "a", source_key: "b" })).toBe(
      "base64_encode: provide only one of 'input', 'source_key'",
    );
    expect(await failure("base64_decode", {})).toBe("base64_decode requires 'input' or 'source_key'");
    expect(await failure("base64_encode", { source_key: "b" }, { b: 1 })).toBe("Value at 'b' is not a string");
  });

  it("says that file settings need files", async () => {
    expect(await failure("base64_encode", { file: "x" })).toContain("base64_encode with 'file' needs files");
    expect(await failure("base64_decode", { input: "", output_file: "x" })).toContain("'output_file' needs files");
  });

  it("decodes UTF-8 alone", async () => {
    expect(await failure("base64_decode", { input: "/w==" })).toContain("not valid UTF-8");
    expect(await failure("base64_decode", { input: "*" })).toContain("base64_decode failed");
  });

  it("reads every text that it printed", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.boolean(), async (text, url_safe) => {
        const encoded = await value("base64_encode", { source_key: "t", url_safe }, { t: text }, "base64_encoded");
        expect(await value("base64_decode", { source_key: "t", url_safe }, { t: encoded }, "base64_decoded")).toBe(
          text,
        );
      }),
    );
  });
});
