import { createSecretKey, randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RunSeal, SealError } from "./run-seal.ts";

const key = createSecretKey(randomBytes(32));

describe("a run's seal", () => {
  it("gives back any text, and never the same sealed text twice", () => {
    const seal = new RunSeal(key, "run");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const [first, second] = [seal.seal(text, "order"), seal.seal(text, "order")];
        return seal.open(first, "order") === text && !first.equals(second);
      }),
    );
  });

  it("does not open under another run, place or key, nor after a change", () => {
    const sealed = new RunSeal(key, "run").seal("words", "order");
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    for (const [opener, text, label] of [
      [new RunSeal(key, "other run"), sealed, "order"],
      [new RunSeal(key, "run"), sealed, "events before 1"],
      [new RunSeal(createSecretKey(randomBytes(32)), "run"), sealed, "order"],
      [new RunSeal(key, "run"), changed, "order"],
      [new RunSeal(key, "run"), sealed.subarray(0, 10), "order"],
    ] as const) {
      expect(() => opener.open(text, label)).toThrow(SealError);
    }
  });
});
