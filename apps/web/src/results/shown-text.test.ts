import { type Json, parseJson, prettyJson } from "@tool-dispatch/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { prettyPieces } from "./pretty-pieces.ts";
import { shownText } from "./shown-text.ts";

const json = fc.json({ maxDepth: 5 }).map((text): Json => {
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : null;
});
const signal = new AbortController().signal;

describe("[workbench §1] large values", () => {
  test("are printed in pieces as they are printed at once", () => {
    fc.assert(fc.property(json, (value) => [...prettyPieces(value)].join("") === prettyJson(value)));
  });

  test("begin with what the whole text begins with, never longer than asked for, and know their length", async () => {
    await fc.assert(
      fc.asyncProperty(json, fc.integer({ min: 1, max: 60 }), async (value, most) => {
        const text = typeof value === "string" ? value : prettyJson(value);
        const shown = shownText(value, most);
        expect(text.startsWith(shown.start)).toBe(true);
        expect(shown.start.length).toBeLessThanOrEqual(most);
        expect(shown.whole).toBe(text.length <= most);
        if (shown.whole) expect(shown.start).toBe(text);
        expect(await shown.length(signal)).toBe(text.length);
        expect(await shown.all()).toBe(text);
      }),
    );
  });

  test("are never cut within a character", () => {
    expect(shownText("ab😀", 3).start).toBe("ab");
    expect(shownText(["😀"], 6).start).toBe('[\n  "');
  });

  test("are not printed further than what is shown of them", () => {
    const text = "x".repeat(50_000);
    const printed = [...prettyPieces([text, text], 100)].join("");
    expect(printed.length).toBeLessThan(300);
  });

  test("let others take their turn while they are printed", async () => {
    const rows = Array.from({ length: 60_000 }, (_, id) => new Map<string, Json>([["id", BigInt(id)]]));
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    await shownText(rows).all();
    clearInterval(others);
    expect(turns).toBeGreaterThan(2);
  });
});
