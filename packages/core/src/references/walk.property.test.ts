import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonEquals } from "../json/json-equals.ts";
import type { Json } from "../vocabulary/json.ts";
import { explainInput, explainReference } from "./explain.ts";
import { resolveInput, resolveReference } from "./resolve.ts";
import type { ReferenceScope } from "./walk.ts";

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
        for (const offered of explained.alternatives ?? []) {
          const meant = explainReference("k", offered, at);
          expect([meant.kind === "literal", meant.reason], offered).toEqual([false, null]);
        }
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
