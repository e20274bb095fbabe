import { describe, expect, it } from "vitest";
import { compactJson } from "../json/print-json.ts";
import { repairArguments } from "./repair-arguments.ts";

const repaired = (text: string) => {
  const repair = repairArguments(text);
  return repair && compactJson(repair.value);
};

describe("what a repair would give", () => {
  it.each([
    ["{city: 1", '{"city":1}'],
    ["{'city': 'Oslo', 'days': True}", '{"city":"Oslo","days":true}'],
    ['{"city": "Oslo",}', '{"city":"Oslo"}'],
    ['```json\n{"city": "Oslo"}\n```', '{"city":"Oslo"}'],
    ['{"id": 9007199254740993, "x": 1.0 "y": 2}', '{"id":9007199254740993,"x":1.0,"y":2}'],
    ['{"text": "line one\nline two"}', '{"text":"line one\\nline two"}'],
  ])("offers an object for %j", (text, expected) => {
    expect(repaired(text)).toBe(expected);
  });

  it.each([
    ["JSON", '{"a":1}'],
    ["what becomes an array", "[1,"],
    ["plain words", "plain words"],
    ["an empty text", ""],
    ["a lone bracket", "{"],
    ["endless nesting", "[".repeat(60_000)],
    ["a long text", `{${"x".repeat(70_000)}`],
  ])("offers nothing for %s", (_, text) => {
    expect(repairArguments(text)).toBeUndefined();
  });
});
