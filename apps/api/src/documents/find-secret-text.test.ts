import { describe, expect, it } from "vitest";
import { findSecretText } from "./find-secret-text.ts";

// In parts, so that no scanner takes this file for a leak.
const KEY = ["sk", "ant", "canary0123456789abcd"].join("-");

describe("texts that look like credentials", () => {
  it("are told with line, column and JSON Pointer, and not repeated", () => {
    const json = `{\n  "calls": [\n    { "name": "x", "arguments": { "a/b": "use ${KEY}" } }\n  ]\n}`;
    const found = findSecretText(json);
    expect(found).toEqual([
      {
        looks_like: "an Anthropic key",
        masked: expect.any(String),
        line: 3,
        column: 47,
        pointer: "/calls/0/arguments/a~1b",
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(KEY);
  });

  it.each([
    { title: "in text with escapes", json: `{"context":"{\\n\\"k\\": \\"${KEY}\\"}"}`, pointer: "/context" },
    { title: "behind an escape of its own", json: `{"about":"\\u0073${KEY.slice(1)}"}`, pointer: "/about" },
    { title: "right after a line break", json: `{"flows":{"a.lua":"x\\n${KEY}"}}`, pointer: "/flows/a.lua" },
    { title: "as a key", json: `{"context":{"${KEY}":1}}`, pointer: `/context/${KEY}` },
    { title: "as a field named so", json: '{"context":{"password":"hunter2-long"}}', pointer: "/context/password" },
    { title: "under __proto__", json: `{"__proto__":{"constructor":"${KEY}"}}`, pointer: "/__proto__/constructor" },
  ])("are found $title", ({ json, pointer }) => {
    expect(findSecretText(json)).toMatchObject([{ pointer, line: 1 }]);
  });

  it("are not ordinary scenarios", () => {
    expect(findSecretText('{"calls":[{"id":"call_abcDEF123456","name":"w"}],"context":{"tokens":3}}')).toEqual([]);
  });
});
