import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { explainInput, explainReference } from "./explain.ts";
import { KeyIndex } from "./key-index.ts";
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

const placeholder = (path: string) => `$\{${path}}`;

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
    expect(explained.message).toBe("`arguments` has no key `city`; its only key is `town`.");
    expect(explained.alternatives).toEqual(["arguments.town"]);
    expect(why("arguments.citty").message).toBe(
      "`arguments` has no key `citty`; its keys are `list`, `city`, `map` and `none`: did you mean `city`?",
    );
    expect(why("arguments.city", "{}").message).toBe("`arguments` has no key `city`: it is an empty object.");
  });

  it.each([
    ["ctx.user.id", "missing-key", "`ctx.user` has no key `id`; its keys are `profile` and `note`."],
    [
      "ctx.usr",
      "no-context-key",
      "The context has no key `usr`; its keys are `user`, `user.name`, `ctx`, `0`, `` and `call`: did you mean `user`?",
    ],
    [
      "arguments.map.0",
      "wrong-container",
      "`0` needs an array, and `arguments.map` is an object with 1 field: its field `0` cannot be reached by a path.",
    ],
    ["arguments.map.1", "wrong-container", "`1` needs an array, and `arguments.map` is an object with 1 field."],
    ["arguments.city.x", "wrong-container", "`arguments.city` is text: a path cannot go through it to `x`."],
    ["arguments.city.0", "wrong-container", "`arguments.city` is text: a path cannot go through it to `0`."],
    ["arguments.none.x", "wrong-container", "`arguments.none` is null, so the path cannot go on to `x`."],
    [
      "arguments.list.id",
      "wrong-container",
      "`id` needs an object, and `arguments.list` is an array of 2 items: select one by its index, as in `arguments.list.0`.",
    ],
    ["arguments.list.2", "out-of-range", "`arguments.list` has 2 items, 0 and 1, so there is no item `2`."],
    ["ctx.0.7", "out-of-range", "`ctx.0` has 1 item, with the index 0, so there is no item `7`."],
    [
      "arguments.list.",
      "empty-segment",
      "`arguments.list.` ends in a dot with no field after it, so it selects null and not `arguments.list`.",
    ],
    ["ctx.", "empty-segment", "`ctx.` names no context key after its dot, so it selects null."],
    [
      "arguments..city",
      "empty-segment",
      "`arguments..city` has two dots with nothing between them, so it selects null.",
    ],
    ["ctx..user", "empty-segment", "`ctx..user` has two dots with nothing between them, so it selects null."],
  ])("[11 §3] %s is null: %s", (reference, reason, sentence) => {
    const explained = why(reference);
    expect(explained).toMatchObject({ value: null, reason, message: sentence });
    expect(explained.hops.at(-1)?.found).toBe(false);
  });

  it("[11 §3] says what was found, constants and literals too", () => {
    const sentence = (reference: string) => why(reference).message;
    expect(sentence("arguments.city")).toBe('`arguments.city` is the text "Oslo".');
    expect(sentence("arguments.list.0")).toBe("`arguments.list.0` is an object with 1 field.");
    expect(sentence("tool_name")).toBe('`tool_name` is the text "f".');
    expect(sentence("metric")).toBe('"metric" is neither a reference nor a context key, so the text itself is passed.');
    const constants = explainInput(object('{"a":3,"b":3.0,"c":null,"d":[]}'), scope("{}")).explanations;
    expect(constants.map((one) => one.message)).toEqual([
      "A constant: the integer 3 is passed as it stands.",
      "A constant: the float 3.0 is passed as it stands.",
      "A constant: null is passed as it stands.",
      "A constant: an empty array is passed as it stands.",
    ]);
  });

  it.each<[string, string[] | undefined]>([
    ["arguments.list[1].id", ["arguments.list.1.id"]],
    ['ctx.user["note"]', ["ctx.user.note"]],
    ["ctx.usr.profile", ["ctx.user.profile"]],
    ["ctx.user..note", ["ctx.user.note"]],
    ["ctx..user", ["ctx.user"]],
    ["arguments.list.", ["arguments.list"]],
    ["arguments.list.id", ["arguments.list.0.id"]],
    ["ctx.user.name", ["user.name", "ctx.user.note"]],
    ["ctx.", undefined],
    ["arguments.city.x", undefined],
    ["ctx.usr.nothing", undefined],
  ])("offers for %s what does select a value", (reference, alternatives) => {
    expect(why(reference).alternatives).toEqual(alternatives);
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
    expect(explained.message).toBe(
      'The arguments are not JSON but text, so no path can match: reading stopped at line 1, column 2 (expected a key in `"`, found `c`).',
    );
    expect(explainReference("k", "call.arguments.city", unparsed).reason).toBe("not-json");
    expect(explainReference("k", "call.name.x", unparsed).reason).toBe("wrong-container");
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
    expect(why("locale", "{}", context).notes).toMatchObject([
      { code: "bare-context-key", alternatives: ["ctx.locale"] },
    ]);
    expect(why("ctx.user", "{}", context).notes).toMatchObject([
      {
        code: "whole-object",
        message: "This copies all 2 fields, among them `private_note`.",
        alternatives: ["ctx.user.name", "ctx.user.private_note"],
      },
    ]);
    expect(why("a plain sentence", "{}", context).notes).toBeUndefined();
    const named = '{"tool_name":{"a":"x","b":"y"},"tool_result_value":1,"_flow_dir":"z","k":{"tool_name":1}}';
    const shadow = explainInput(object(named), scope("{}", context));
    expect(shadow.explanations.map((one) => [one.key, one.notes?.[0]?.code])).toEqual([
      ["tool_name/a", "shadows-default"],
      ["tool_name/b", undefined],
      ["tool_result_value", "is-result"],
      ["_flow_dir", "overwritten"],
      ["k/tool_name", undefined],
    ]);
  });

  it.each([
    ["user.name", "near-reference", "ctx.user.name"],
    ["args.city", "near-reference", "arguments.city"],
    ["Arguments.city", "near-reference", "arguments.city"],
    ["tool_arguments.city", "near-reference", "arguments.city"],
    ["context.locale", "near-reference", "ctx.locale"],
    ["call_id", "near-reference", "tool_call_id"],
    ["tool_call_index", "near-reference", "call.index"],
    ["arguments[0]", undefined, undefined],
    ['tool_call.raw_call["function"].name', "near-reference", "call.raw_call.function.name"],
    [" ctx.locale", "near-reference", "ctx.locale"],
    [placeholder("ctx.locale"), "placeholder", "ctx.locale"],
    [`Hello ${placeholder("ctx.locale")}`, "placeholder", undefined],
    ["args.txt", undefined, undefined],
  ])("[02 §2, §6] notes what the literal %s was perhaps meant to be", (reference, code, alternative) => {
    const explained = why(reference, '{"city":"Oslo"}', '{"locale":"nb","user":{"name":"Ada"}}');
    expect(explained).toMatchObject({ kind: "literal", reason: null, value: reference });
    expect(explained.notes?.map((note) => note.code)).toEqual(code === undefined ? undefined : [code]);
    expect(explained.notes?.[0]?.alternatives).toEqual(alternative === undefined ? undefined : [alternative]);
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
    const like = (name: string, ...keys: string[]) => new KeyIndex(keys).find(name);
    expect(like("userId", "id", "user_id").probable).toBe("user_id");
    expect(like("adress", "address", "dress").probable).toBe("address");
    expect(like("ctiy", "city", "type").probable).toBe("city");
    expect(like("id", "profile", "user_id").probable).toBe("user_id");
    expect(like("id", "ip", "profile", "note")).toEqual({ nearest: "ip" });
    expect(like("unit", "user")).toEqual({ nearest: "user" });
    expect(like("city", "town")).toEqual({ nearest: "town" });
    expect(like("x")).toEqual({});
  });

  it("compares names of any length and many keys", () => {
    const long = "é".repeat(500);
    expect(new KeyIndex([long, "b"]).find(`${long}x`).probable).toBe(long);
    const many = Array.from({ length: 50_000 }, (_, index) => `key_${index}`);
    expect(new KeyIndex(many).find("KEY-7").probable).toBe("key_7");
  });
});
