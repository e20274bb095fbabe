import { describe, expect, it } from "vitest";
import { changeOf } from "./change-of.ts";

describe("the change between two texts", () => {
  it.each([
    ["{city: 1", '{"city": 1}', { before: "{", removed: "city: 1", added: '"city": 1}', after: "" }],
    ["abc", "abc", { before: "abc", removed: "", added: "", after: "" }],
    ["a😀c", "a😁c", { before: "a", removed: "😀", added: "😁", after: "c" }],
    ["aa", "aaa", { before: "aa", removed: "", added: "a", after: "" }],
    ["", "x", { before: "", removed: "", added: "x", after: "" }],
  ])("%j → %j", (from, to, expected) => {
    expect(changeOf(from, to)).toEqual(expected);
  });

  it("is shortened around and inside", () => {
    const { before, removed, after } = changeOf(
      `${"x".repeat(100)}${"y".repeat(400)}${"z".repeat(100)}`,
      `${"x".repeat(100)}${"z".repeat(100)}`,
    );
    expect([before.length, removed.length, after.length]).toEqual([25, 161, 25]);
  });
});
