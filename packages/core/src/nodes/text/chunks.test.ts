import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { utf8Length } from "../../json/utf8-length.ts";
import { failure, json, publish, value } from "../testing/run-node.ts";
import { chunkFixed, chunkSplit } from "./chunk-text.ts";

const chunk = (text: string, config: object) =>
  value("ai_chunk", { source_key: "t", ...config }, { t: text }, "chunks");

describe("[07 §5] ai_chunk", () => {
  it("cuts windows of bytes and publishes count and success", async () => {
    expect(await publish("ai_chunk", { source_key: "${ctx.which}", size: 4 }, { which: "t", t: "abcdefghij" })).toEqual(
      json({ chunks: ["abcd", "efgh", "ij"], chunks_count: 3, chunks_success: true }),
    );
    expect(await chunk("x".repeat(4097), {})).toEqual(["x".repeat(4096), "x"]);
    expect(await chunk("", {})).toEqual([]);
  });

  it("cuts behind the last delimiter of the window, or before it with prefix", async () => {
    expect(await chunk("ab. cd. efgh", { size: 9, delimiters: "." })).toEqual(["ab. cd.", " efgh"]);
    expect(await chunk("ab. cd. efgh", { size: 9, delimiters: ".", prefix: true })).toEqual(["ab. cd", ". efgh"]);
    expect(await chunk("a\nb.c", { size: 4, delimiters: ["\n", "."] })).toEqual(["a\nb.", "c"]);
    expect(await chunk("abcdefgh", { size: 4, delimiters: "." })).toEqual(["abcd", "efgh"]);
  });

  it("never cuts inside a character", async () => {
    expect(await chunk("äöü", { size: 3 })).toEqual(["ä", "ö", "ü"]);
    expect(await chunk("😀a", { size: 2 })).toEqual(["😀", "a"]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "ä", "€", "😀", ".", "\n") }),
        fc.integer({ min: 4, max: 12 }),
        fc.boolean(),
        (text, size, prefix) => {
          const chunks = chunkFixed(text, size, [".", "\n"], prefix);
          expect(chunks.join("")).toBe(text);
          for (const piece of chunks) {
            expect(piece).not.toBe("");
            expect(piece.isWellFormed()).toBe(true);
            expect(utf8Length(piece)).toBeLessThanOrEqual(size);
          }
        },
      ),
    );
  });

  it("splits after every delimiter and merges what is too short", async () => {
    expect(await chunk("One. Two? Three\nFour", { mode: "split" })).toEqual(["One.", " Two?", " Three\n", "Four"]);
    expect(await chunk("One. Two? Three\nFour", { mode: "split", min_chars: 6 })).toEqual([
      "One. Two?",
      " Three\nFour",
    ]);
    expect(await chunk("a;b", { mode: "split", delimiters: ";" })).toEqual(["a;", "b"]);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "😀", ".", "\n") }), fc.nat(6), (text, least) => {
        const chunks = chunkSplit(text, [".", "\n"], least);
        expect(chunks.join("")).toBe(text);
        if (chunks.length > 1) for (const piece of chunks) expect([...piece].length).toBeGreaterThanOrEqual(least);
      }),
    );
  });

  it("groups cues and publishes their texts", async () => {
    const cues = [
      { text: "one", start: "00:00", end: "00:01", start_ms: 0, end_ms: 1000 },
      { text: "two", start: "00:01", end: "00:02", start_ms: 1000, end_ms: 2000 },
      { text: "three" },
    ];
    expect(await publish("ai_chunk", { source_key: "c", mode: "cues", size: 7 }, { c: cues })).toEqual(
      json({
        chunks: [
          { text: "one two", ts_start: "00:00", start_ms: 0, ts_end: "00:02", end_ms: 2000, cue_count: 2 },
          { text: "three", cue_count: 1 },
        ],
        chunks_count: 2,
        chunks_success: true,
        chunks_texts: ["one two", "three"],
      }),
    );
    expect(await failure("ai_chunk", { source_key: "c", mode: "cues" }, { c: ["x"] })).toContain("member 0 of 'c'");
  });

  it("refuses what it cannot use", async () => {
    expect(await failure("ai_chunk", { source_key: "t", size: 0 }, { t: "" })).toBe(
      "ai_chunk 'size' must be greater than 0",
    );
    expect(await failure("ai_chunk", { source_key: "t", mode: "wild" }, { t: "" })).toContain("unknown mode 'wild'");
    expect(await failure("ai_chunk", { source_key: "t" }, { t: 1 })).toBe("Value at 't' is not a string");
    expect(await failure("ai_chunk", {})).toBe("ai_chunk requires 'source_key'");
  });
});

describe("[07 §5] ai_chunk_merge", () => {
  it("joins greedily with a blank line up to its words", async () => {
    expect(
      await publish(
        "ai_chunk_merge",
        { source_key: "${ctx.k}", chunk_size: 3 },
        { k: "t", t: ["a b", "c", "d e f g", "h"] },
      ),
    ).toEqual(json({ merged: ["a b\n\nc", "d e f g", "h"], merged_count: 3, merged_success: true }));
    expect(await value("ai_chunk_merge", { source_key: "t" }, { t: Array(600).fill("w") }, "merged_count")).toBe(2n);
    expect(await failure("ai_chunk_merge", { source_key: "t" }, { t: [1] })).toContain("member 0 of 't'");
  });
});
