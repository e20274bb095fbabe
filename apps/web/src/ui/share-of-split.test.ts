import { describe, expect, test } from "vitest";
import { shareAfterKey, within } from "./share-of-split.ts";

const RANGE = { least: 20, most: 70, usual: 42 };
const after = (key: string, direction: "across" | "down", share: number, held = {}) =>
  shareAfterKey({ key, ctrlKey: false, metaKey: false, altKey: false, ...held }, direction, share, RANGE);

describe("[workbench §1] the line between two parts", () => {
  test("moves along its own direction alone, and never beyond its ends", () => {
    expect(after("ArrowLeft", "across", 42)).toBe(37);
    expect(after("ArrowRight", "across", 68)).toBe(70);
    expect(after("ArrowUp", "down", 22)).toBe(20);
    expect(after("ArrowDown", "down", 30)).toBe(35);
    expect(after("ArrowUp", "across", 42)).toBeUndefined();
    expect(after("ArrowLeft", "down", 42)).toBeUndefined();
  });

  test("goes to its ends and back to where it first was", () => {
    expect([after("Home", "across", 42), after("End", "across", 42), after("Enter", "down", 60)]).toEqual([20, 70, 42]);
  });

  test("leaves commands to others", () => {
    expect(after("ArrowLeft", "across", 42, { altKey: true })).toBeUndefined();
    expect(after("Enter", "across", 60, { ctrlKey: true })).toBeUndefined();
  });

  test("a share that was kept by another version of the page is brought within the range", () => {
    expect([within(RANGE, 3), within(RANGE, 99), within(RANGE, 50)]).toEqual([20, 70, 50]);
  });
});
