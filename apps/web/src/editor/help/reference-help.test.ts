import { isJsonObject, parseJson } from "@tool-dispatch/core";
import { describe, expect, it } from "vitest";
import { analyse } from "../../store/analysis.ts";
import { draftFromDocument } from "../../store/draft.ts";
import { completeContext, completeReference, referenceAt } from "./reference-help.ts";

const CALLS = JSON.stringify([
  { id: "a", function: { name: "weather", arguments: '{"city":"Oslo","days":[1,2]}' } },
  { id: "b", function: { name: "weather", arguments: '{"town":"Bergen"}' } },
  { id: "c", function: { name: "time", arguments: '{"zone":"CET"}' } },
]);
const TOOLS = `{
  "weather": { "flow": "w.lua", "input": { "city": "arguments.city", "nested": { "day": "arguments.days.0" } } },
  "time": { "flow": "t.lua", "input": { "zone": "arguments." } }
}`;

function analysis(tools = TOOLS) {
  const document = { calls: CALLS, tools, context: '{"user":{"id":7,"name":"Ada","a.b":1}}' };
  const parsed = parseJson(JSON.stringify(document));
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error("no document");
  return analyse(draftFromDocument(parsed.value, "d"), undefined);
}

const inside = (text: string, part: string) => text.indexOf(part) + part.length;
const segments = (tools: string, part: string) =>
  completeReference(analysis(tools), tools, inside(tools, part))?.steps.map(({ segment }) => segment);

describe("hovering over a reference", () => {
  it("tells its value in each call, and why it is null", () => {
    const found = referenceAt(analysis(), inside(TOOLS, "arguments.ci"));
    expect(found?.reference).toBe("arguments.city");
    expect(found?.calls.map(({ call, value }) => [call, value])).toEqual([
      [0, '"Oslo"'],
      [1, "null"],
    ]);
    expect(found?.calls[1]?.why).toContain("town");
  });

  it("finds nested ones, and nothing outside of them", () => {
    expect(referenceAt(analysis(), inside(TOOLS, "days.0"))?.calls[0]?.value).toBe("1");
    expect(referenceAt(analysis(), inside(TOOLS, '"flow'))).toBeUndefined();
  });
});

describe("completing a reference", () => {
  it.each<[string, string, string[]]>([
    ["the roots", '"zone": "', ["arguments", "ctx", "call", "tool_name", "tool_call_id"]],
    ["arguments of that tool's calls", '"zone": "arguments.', ["zone"]],
  ])("offers %s", (_, part, expected) => {
    expect(segments(TOOLS, part)).toEqual(expected);
  });

  it("offers what any of the tool's calls has, indices of arrays, keys of the context", () => {
    expect(segments(TOOLS, '"city": "arguments.')).toEqual(["city", "days", "town"]);
    expect(segments(TOOLS, '"day": "arguments.days.')).toEqual(["0", "1"]);
    const context = TOOLS.replace('"arguments."', '"ctx.user."');
    expect(segments(context, "ctx.user.")).toEqual(["id", "name"]);
  });

  it("works while the text is not readable, and only in strings", () => {
    const broken = TOOLS.replace('"arguments." } }', '"ctx.');
    expect(segments(broken, "ctx.")).toEqual(["user"]);
    expect(completeReference(analysis(), TOOLS, inside(TOOLS, '"time"'))).toBeUndefined();
  });
});

describe("completing ctx in a handler", () => {
  const contexts = [new Map([["user", new Map([["id", 7n]])]]), new Map([["city", "Oslo"]])];
  it.each<[string, string[] | undefined]>([
    ["local x = ctx.", ["user", "city"]],
    ["return ctx.user.", ["id"]],
    ["return ctx.us", ["user", "city"]],
    ["return ctx.city.", []],
    ["return other.", undefined],
  ])("%s", (line, expected) => {
    expect(completeContext(contexts, line)?.steps.map(({ segment }) => segment)).toEqual(expected);
  });
});
