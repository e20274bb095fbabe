import { parseJson, resolveReference } from "@tool-dispatch/core";
import { describe, expect, it } from "vitest";
import { analyse } from "./analysis.ts";
import { draftFromDocument } from "./draft.ts";
import { spotOfHop } from "./source-spots.ts";

/** The text that the last station of a reference leads to, in the Calls text. */
function shown(calls: string, reference: string): string | undefined {
  const document = { calls, tools: { f: { flow: "f.lua", input: { x: reference } } } };
  const parsed = parseJson(JSON.stringify(document));
  if (!parsed.ok || !(parsed.value instanceof Map)) throw new Error("no document");
  const analysis = analyse(draftFromDocument(parsed.value, "d"), undefined);
  const [view] = analysis.views;
  const [explanation] = view?.references ?? [];
  if (view === undefined || explanation === undefined) throw new Error("nothing to show");
  expect(explanation.value).toEqual(resolveReference(reference, { call: view.call, context: new Map() }));
  const spot = spotOfHop(analysis, view, explanation, explanation.hops.length - 1);
  return spot === undefined ? undefined : calls.slice(spot.range.start, spot.range.end);
}

const CHAT = JSON.stringify([{ id: "c", function: { name: "f", arguments: '{"a":{"b":"é\\"x"}}' } }]);
const GEMINI = JSON.stringify({
  candidates: [{ content: { parts: [{ functionCall: { id: "g", name: "f", args: { a: 7 } } }] } }],
});
const NORMALISED = JSON.stringify([{ id: "n", name: "f", arguments: { a: 7 }, raw_arguments: "{}" }]);
const chunk = (call: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { tool_calls: [call] } }] })}\n\n`;
const ONE_FRAGMENT = chunk({ index: 0, id: "s", function: { name: "f", arguments: '{"a":7}' } });
const FRAGMENTS =
  ONE_FRAGMENT.replace('"{\\"a\\":7}"', '"{\\"a\\":"') + chunk({ index: 0, function: { arguments: "7}" } });

describe("[workbench §2] stations lead to what was pasted", () => {
  it.each<[string, string, string, string]>([
    ["through the escapes of an argument text", CHAT, "arguments.a.b", String.raw`\"é\\\"x\"`],
    ["the same by way of the call", CHAT, "call.arguments.a.b", String.raw`\"é\\\"x\"`],
    ["a name inside of `function`", CHAT, "tool_name", '"f"'],
    ["an id", CHAT, "tool_call_id", '"c"'],
    ["arguments under another provider's key", GEMINI, "arguments.a", "7"],
    ["its name and id", GEMINI, "call.name", '"f"'],
    ["its id", GEMINI, "tool_call_id", '"g"'],
    ["an already normalised call", NORMALISED, "arguments.a", "7"],
    ["its name at the top", NORMALISED, "tool_name", '"f"'],
    ["a streamed call that came in one piece", ONE_FRAGMENT, "arguments.a", "7"],
  ])("%s", (_, calls, reference, expected) => {
    expect(shown(calls, reference)).toBe(expected);
  });

  it("a streamed call in pieces leads to all of them, since no single place has the value", () => {
    expect(shown(FRAGMENTS, "arguments.a")).toMatch(/^\{"index":0,"id":"s".*\}$/s);
  });
});
