import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDocument } from "./format-document.ts";

describe("JSON that is formatted", () => {
  it("keeps the spelling of numbers, the order of keys, keys that repeat, and escapes", () => {
    const text = '{"b":[9007199254740993,1.0,-0,1E+2],"a":{"10":1,"2":2,"a":"\\u00e9\\/"},"a":[],"c":{}}';
    const formatted = formatDocument("json", text);
    expect(formatted).toBe(`{
  "b": [
    9007199254740993,
    1.0,
    -0,
    1E+2
  ],
  "a": {
    "10": 1,
    "2": 2,
    "a": "\\u00e9\\/"
  },
  "a": [],
  "c": {}
}`);
    expect(formatDocument("json", formatted ?? "")).toBe(formatted);
  });

  it("is the same value, and done at once, whatever it is", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, "\t"), (text, space) => {
        const given = JSON.stringify(JSON.parse(text), null, space);
        const formatted = formatDocument("json", given) ?? "";
        expect(formatted.replace(/\s/g, "")).toBe(given.replace(/\s/g, ""));
        expect(JSON.parse(formatted)).toEqual(JSON.parse(given));
        expect(formatDocument("json", formatted)).toBe(formatted);
      }),
    );
  });

  it.each(["", "{", "data: {}\n\n", '{"a":1}\n{"a":2}', "// no\n1"])("is nothing of what is no JSON: %j", (text) => {
    expect(formatDocument("json", text)).toBeUndefined();
  });
});
