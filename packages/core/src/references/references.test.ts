import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "../json/json-equals.ts";
import { parseJson } from "../json/parse-json.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { explainInput, explainReference } from "./explain.ts";
import { nearestKey, probableKey } from "./nearest.ts";
import { resolveInput, resolveReference } from "./resolve.ts";
import type { ReferenceScope } from "./walk.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const object = (text: string) => read(text) as JsonObject;
const scope = (args: string, context = "{}"): ReferenceScope => ({
  call: object(
    `{"id":"c1","index":0,"type":"function","name":"f","raw_arguments":"","arguments":${args},"raw_call":{"function":{"name":"f"}}}`,
  ),
  context: object(context),
});

const ARGUMENTS = '{"list":[{"id":8},{"id":9}],"city":"Oslo","map":{"0":"z"},"none":null}';
const CONTEXT =
  '{"user":{"profile":{"name":"Ada"},"note":"n"},"user.name":"dotted","ctx":"c","0":["x"],"":"e","call":1}';

describe("selecting", () => {
  it.each<[string, Json]>([
    ["arguments.list.1.id", 9n],
    ["arguments.list.+1.id", 9n],
    ["arguments.list.001.id", 9n],
    ["arguments.list.2.id", null],
    ["arguments.list.-1", null],
    ["arguments.list.18446744073709551616", null],
    ["arguments.map.0", null],
    ["arguments.city.x", null],
    ["arguments.none", null],
    ["arguments.none.x", null],
    ["arguments.", null],
    ["arguments..city", null],
    ["arguments.list.", null],
    ["call.index", 0n],
    ["call.raw_call.function.name", "f"],
    ["call.arguments.city", "Oslo"],
    ["call.", null],
    ["tool_name", "f"],
    ["tool_call_id", "c1"],
    ["ctx.user.profile.name", "Ada"],
    ["ctx.user.id", null],
    ["ctx.user.profile.name.first", null],
    ["ctx.user.", null],
    ["ctx.user..profile", null],
    ["ctx..user", null],
    ["ctx.absent.id", null],
    ["ctx.", null],
    ["ctx.0.0", "x"],
    ["ctx", "c"],
    ["user.name", "dotted"],
    ["call", object("{}")],
    ["", "e"],
    ["user ", "user "],
    ["Arguments.city", "Arguments.city"],
    ["callback", "callback"],
    ["tool_call_index", "tool_call_index"],
    ["ctx.rows[0].id", null],
  ])("[02 §2–4] %s", (reference, expected) => {
    const at = scope(ARGUMENTS, CONTEXT);
    const value = resolveReference(reference, at);
    if (reference === "call") expect(value).toBe(at.call);
    else expect(value).toEqual(expected);
  });

  it("[02 §1] resolves members to any depth and copies what it selected", () => {
    const input = object('{"a":["ctx.note",{"b":"arguments.city"},7,true,null,1.0],"ctx.note":"lit"}');
    const values = resolveInput(input, scope(ARGUMENTS, '{"note":"ctx.secret","secret":"s"}'));
    expect(values).toEqual(
      new Map<string, Json>([
        ["a", ["ctx.secret", new Map([["b", "Oslo"]]), 7n, true, null, 1]],
        ["ctx.note", "lit"],
      ]),
    );
  });

  it("[02 §2] selects null from a call that lacks the root", () => {
    const bare: ReferenceScope = { call: object('{"name":"f","raw_arguments":null}'), context: object("{}") };
    for (const reference of ["arguments", "arguments.x", "tool_call_id", "call.id"]) {
      expect(explainReference("k", reference, bare)).toMatchObject({ value: null, reason: "missing-key" });
    }
  });
});

describe("explaining", () => {
  const why = (reference: string, args = ARGUMENTS, context = CONTEXT) =>
    explainReference("k", reference, scope(args, context));

  it("[11 §3] names the missing key, the keys that are there and the nearest one", () => {
    const explained = why("arguments.city", '{"town":"Oslo"}');
    expect(explained).toMatchObject({
      kind: "arguments",
      value: null,
      reason: "missing-key",
      keys: ["town"],
      nearest: "town",
    });
    expect(explained.hops).toEqual([
      { segment: "arguments", found: true, type: "object", value: object('{"town":"Oslo"}') },
      { segment: "city", found: false },
    ]);
    expect(explained.message).toBe("`arguments` has no key `city`. Keys there: `town`.");
    expect(why("arguments.citty").message).toContain("Did you mean `city`?");
  });

  it.each([
    ["ctx.user.id", "missing-key", "`ctx.user` has no key `id`. Keys there: `profile`, `note`."],
    ["ctx.usr", "no-context-key", "Did you mean `user`?"],
    ["arguments.map.0", "wrong-container", "an index needs an array"],
    ["arguments.city.x", "wrong-container", "`arguments.city` is text: a path cannot go on below it to `x`."],
    ["arguments.none.x", "wrong-container", "`arguments.none` is null"],
    ["arguments.list.first", "wrong-container", "`first` is no index"],
    ["arguments.list.2", "out-of-range", "has 2 items, its indices are 0 to 1"],
    ["arguments.list.", "empty-segment", "ends in a dot"],
    ["arguments..city", "empty-segment", "two dots"],
    ["ctx..user", "empty-segment", "two dots"],
  ])("[11 §3] %s is null: %s", (reference, reason, sentence) => {
    const explained = why(reference);
    expect(explained).toMatchObject({ value: null, reason });
    expect(explained.message).toContain(sentence);
    expect(explained.hops.at(-1)?.found).toBe(false);
  });

  it("[11 §3] tells null at the end from a missing value", () => {
    expect(why("arguments.none")).toMatchObject({
      reason: null,
      value: null,
      message: expect.stringContaining("null"),
    });
  });

  it("[11 §3] says where arguments stop being JSON, and only then", () => {
    const unparsed: ReferenceScope = {
      call: object('{"name":"f","arguments":"{city: 1","raw_arguments":"{city: 1"}'),
      context: object("{}"),
    };
    const explained = explainReference("k", "arguments.city", unparsed);
    expect(explained.reason).toBe("not-json");
    expect(explained.message).toContain("line 1, column 2");
    const text: ReferenceScope = {
      call: object('{"name":"f","arguments":"plain","raw_arguments":"\\"plain\\""}'),
      context: object("{}"),
    };
    expect(explainReference("k", "arguments.city", text).reason).toBe("wrong-container");
  });

  it("notes what is legal and probably not meant", () => {
    const context = '{"locale":"nb","user":{"name":"Ada","private_note":"x"}}';
    expect(why("localle", "{}", context)).toMatchObject({
      kind: "literal",
      reason: null,
      nearest: "locale",
      notes: [{ code: "near-context-key", alternatives: ["ctx.locale"] }],
    });
    expect(why("user.name", "{}", context).notes).toMatchObject([
      { code: "near-context-key", alternatives: ["ctx.user.name"] },
    ]);
    expect(why("locale", "{}", context).notes).toMatchObject([
      { code: "bare-context-key", alternatives: ["ctx.locale"] },
    ]);
    expect(why("ctx.user", "{}", context).notes).toMatchObject([
      { code: "whole-object", alternatives: ["ctx.user.name", "ctx.user.private_note"] },
    ]);
    expect(why("a plain sentence", "{}", context).notes).toBeUndefined();
    const shadow = explainInput(object('{"tool_name":"x","tool_result_value":1}'), scope("{}", context));
    expect(shadow.explanations.map((one) => one.notes?.[0]?.code)).toEqual(["shadows-default", "is-result"]);
  });

  it("[11 §3] gives nested inputs a JSON Pointer, and containers with nothing in them a row", () => {
    const { explanations } = explainInput(object('{"p":{"a/b":"tool_name","l":["x",3],"e":{}}}'), scope("{}"));
    expect(explanations.map((one) => [one.key, one.kind])).toEqual([
      ["p/a~1b", "tool_name"],
      ["p/l/0", "literal"],
      ["p/l/1", "constant"],
      ["p/e", "constant"],
    ]);
  });
});

describe("likely keys", () => {
  it("forgives case, separators, swaps and slips", () => {
    expect(probableKey("userId", ["id", "user_id"])).toBe("user_id");
    expect(probableKey("adress", ["address", "dress"])).toBe("address");
    expect(probableKey("ctiy", ["city", "type"])).toBe("city");
    expect(probableKey("id", ["profile", "note"])).toBeUndefined();
    expect(nearestKey("city", ["town"])).toBe("town");
    expect(nearestKey("x", [])).toBeUndefined();
  });
});

/** Written from spec 02 alone, by splitting where the product walks. */
function oracle(reference: string, at: ReferenceScope): Json {
  const follow = (start: Json | undefined, path: string): Json => {
    let here = start;
    for (const part of path.split(".")) {
      if (part === "" || here === undefined) return null;
      const whole = /^\+?\d+$/.test(part) && BigInt(part) < 1n << 64n;
      if (whole) here = Array.isArray(here) ? (here as Json[])[Number(BigInt(part))] : undefined;
      else here = here instanceof Map ? here.get(part) : undefined;
    }
    return here ?? null;
  };
  const { call, context } = at;
  const [root, ...rest] = reference.split(".");
  if (reference === "arguments") return call.get("arguments") ?? null;
  if (reference === "call") return call;
  if (reference === "tool_name") return call.get("name") ?? null;
  if (reference === "tool_call_id") return call.get("id") ?? null;
  if (rest.length > 0 && root === "arguments") return follow(call.get("arguments"), rest.join("."));
  if (rest.length > 0 && root === "call") return follow(call, rest.join("."));
  if (rest.length > 0 && root === "ctx") {
    const [key = "", ...below] = rest;
    if (key === "" || !context.has(key)) return null;
    return below.length === 0 ? (context.get(key) ?? null) : follow(context.get(key), below.join("."));
  }
  return context.has(reference) ? (context.get(reference) as Json) : reference;
}

const names = ["a", "b", "0", "1", "x.y", "", "__proto__", "ctx", "arguments"];
const anyValue = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom<Json>(null, true, 1n, 2.5, "t", ""),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.array(fc.tuple(fc.constantFrom(...names), tie("value")), { maxLength: 4 }).map((entries) => new Map(entries)),
  ),
})).value;
const anyObject = fc
  .array(fc.tuple(fc.constantFrom(...names), anyValue), { maxLength: 5 })
  .map((entries) => new Map<string, Json>(entries));
const anyReference = fc
  .tuple(
    fc.constantFrom("arguments", "call", "ctx", "tool_name", "tool_call_id", "a", "", "x"),
    fc.array(fc.constantFrom("a", "b", "0", "1", "+1", "01", "-1", "", "arguments", "id", "__proto__", "x"), {
      maxLength: 4,
    }),
  )
  .map(([root, path]) => [root, ...path].join("."));

describe("selecting anything from anything", () => {
  it("[02] agrees with an independent oracle, and explaining with selecting", () => {
    fc.assert(
      fc.property(anyReference, anyValue, anyObject, (reference, args, context) => {
        const call = new Map<string, Json>([
          ["id", "c"],
          ["name", "f"],
          ["arguments", args],
        ]);
        const at = { call, context };
        const value = resolveReference(reference, at);
        expect(jsonEquals(value, oracle(reference, at))).toBe(true);
        const explained = explainReference("k", reference, at);
        expect(explained.value).toBe(value);
        if (explained.reason !== null) expect(value).toBe(null);
        const broken = explained.hops.filter((hop) => !hop.found).length;
        expect(broken).toBe(explained.reason === null ? 0 : 1);
        const last = explained.hops.at(-1);
        if (last?.found) expect(last.value).toBe(value);
      }),
      { numRuns: 3_000 },
    );
  });

  it("[02 §1] explains a mapping exactly as it resolves it", () => {
    const anyInput = fc
      .array(fc.tuple(fc.constantFrom("k", "a/b", "~"), fc.oneof(anyReference, anyValue)), { maxLength: 4 })
      .map((entries) => new Map<string, Json>(entries));
    fc.assert(
      fc.property(anyInput, anyObject, anyValue, (input, context, args) => {
        const at = { call: new Map<string, Json>([["arguments", args]]), context };
        expect(jsonEquals(explainInput(input, at).values, resolveInput(input, at))).toBe(true);
      }),
    );
  });
});
