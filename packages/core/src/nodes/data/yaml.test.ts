import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../vocabulary/json.ts";
import { anyJson } from "../testing/any-json.ts";
import { failure, json, publish, value } from "../testing/run-node.ts";

const read = (text: string) => value("yaml_parse", { source_key: "t" }, { t: text }, "yaml_data");

describe("[07 §5] yaml_parse", () => {
  it("reads text of the context, or input with placeholders", async () => {
    expect(await read("a: 1\nb: [x, true, null, ~]\n")).toEqual(json({ a: 1, b: ["x", true, null, null] }));
    expect(await publish("yaml_parse", { input: "n: ${ctx.n}", output_key: "o" }, { n: 5 })).toEqual(
      json({ o: { n: 5 } }),
    );
    expect(await failure("yaml_parse", {})).toBe("yaml_parse requires 'input' or 'source_key'");
    expect(await failure("yaml_parse", { source_key: "t" }, { t: 1 })).toBe("Value at 't' is not a string");
  });

  it("keeps integers and floats apart; what is not finite is null", async () => {
    expect(await read("[3, 3.0, 1e2, -0.0, 9007199254740993, 0x1f, .inf, -.inf, .nan]")).toEqual([
      3n,
      3,
      100,
      -0,
      9007199254740993n,
      31n,
      null,
      null,
      null,
    ]);
  });

  it("drops tags", async () => {
    expect(await read("a: !money 3\nb: !list [1]\nc: !map {d: !x y}\n")).toEqual(json({ a: 3, b: [1], c: { d: "y" } }));
    expect(await read("!top\na: 1")).toEqual(json({ a: 1 }));
    expect(await read('a: !!str 3\nb: ! "x"')).toEqual(json({ a: "3", b: "x" }));
  });

  it("resolves aliases, makes keys text, keeps keys that mean something to JavaScript", async () => {
    expect(await read("a: &x [1]\nb: *x\n1: one\ntrue: t\n__proto__: p")).toEqual(
      json(
        new Map<string, unknown>([
          ["a", [1]],
          ["b", [1]],
          ["1", "one"],
          ["true", "t"],
          ["__proto__", "p"],
        ]),
      ),
    );
    expect(await read("")).toBe(null);
  });

  it("says where a text is wrong", async () => {
    const error = (text: string) => failure("yaml_parse", { source_key: "t" }, { t: text });
    expect(await error("a: 1\n  b: [")).toMatch(/^Failed to parse YAML: .* at line \d+, column \d+/);
    expect(await error("a: 1\na: 2")).toContain("Failed to parse YAML: Map keys must be unique at line 2");
    expect(await error("? [1]\n: x")).toContain("has no JSON form");
    expect(await error("a\n---\nb")).toContain("more than one document");
    const bomb =
      "a: &a [x,x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]";
    expect(await error(bomb)).toContain("Failed to parse YAML");
  });
});

describe("[07 §5] yaml_stringify", () => {
  it("prints a value", async () => {
    const context = {
      v: new Map<string, unknown>([
        ["b", [1, "x"]],
        ["a", { n: null }],
      ]),
    };
    expect(await value("yaml_stringify", { source_key: "v" }, context, "yaml")).toBe(
      "b:\n  - 1\n  - x\na:\n  n: null\n",
    );
    expect(await failure("yaml_stringify", { source_key: "v" })).toBe("Key 'v' not found in context");
  });

  it("reads every value that it printed", async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (v) => {
        const text = (await publish("yaml_stringify", { source_key: "v" }, new Map([["v", v]]))).get("yaml");
        expect(await read(text as Json as string)).toEqual(v);
      }),
    );
  });
});
