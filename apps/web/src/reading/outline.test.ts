import { isJsonArray, isJsonObject, type Json, parseJson } from "@tool-dispatch/core";
import { describe, expect, test } from "vitest";
import { preview, typeLabel } from "../results/preview.ts";
import { outline } from "./outline.ts";

function json(value: unknown): Json {
  const parsed = parseJson(JSON.stringify(value));
  if (!parsed.ok) throw new Error("not JSON");
  return parsed.value;
}

function values(value: Json): number {
  const members = isJsonArray(value) ? value : isJsonObject(value) ? [...value.values()] : [];
  return 1 + members.filter((member) => member !== null).reduce((sum: number, member) => sum + values(member), 0);
}

const ROWS = json({
  rows: Array.from({ length: 9_000 }, (_, id) => ({ id, name: `row ${id}` })),
  text: "x".repeat(9_000),
});

describe("[workbench §3] the outline of a large value", () => {
  test("is a small value itself", () => {
    const small = json({ a: [1, { b: null }], c: "text", d: 1.5 });
    expect(outline(small)).toEqual(small);
  });

  test("is small, whatever the value", () => {
    expect(values(outline(ROWS))).toBeLessThan(6_100);
    expect(values(outline(ROWS, 500))).toBeLessThan(600);
  });

  test("has the sizes, keys and previews of the value", () => {
    const small = outline(ROWS);
    if (!isJsonObject(small) || !isJsonObject(ROWS)) throw new Error("no object");
    expect([...small.keys()]).toEqual(["rows", "text"]);
    for (const key of small.keys()) {
      expect(typeLabel(small.get(key) ?? null)).toBe(typeLabel(ROWS.get(key) ?? null));
      expect(preview(small.get(key) ?? null)).toBe(preview(ROWS.get(key) ?? null));
    }
  });
});
