import { type Json, parseJson, printJson } from "@tool-dispatch/core";
import { describe, expect, it } from "vitest";
import { printInTurns } from "./print-in-turns.ts";

describe("printing in turns", () => {
  it.each([
    "null",
    "[]",
    "{}",
    '[[],{},"",0,-1.5,true]',
    String.raw`{"a":{"b":[1,2.0,9007199254740993]},"__proto__":{"\u0000\"":"ü\n"},"":[{}]}`,
  ])("prints what is printed at once: %s", async (text) => {
    const parsed = parseJson(text);
    if (!parsed.ok) throw new Error("no JSON");
    expect(await printInTurns(parsed.value)).toBe(printJson(parsed.value));
  });

  it("lets others have their turn while a large value is printed", async () => {
    const large: Json = Array.from({ length: 40 }, () => "x".repeat(1_000_000));
    let turns = 0;
    const others = setInterval(() => turns++, 0);
    const text = await printInTurns(large);
    clearInterval(others);
    expect(text).toBe(printJson(large));
    expect(turns).toBeGreaterThan(10);
  });
});
