import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json } from "../../vocabulary/json.ts";
import { anyJson } from "../testing/any-json.ts";
import { failure, json, publish, value } from "../testing/run-node.ts";

const on = (type: string, source: unknown, config: object = {}) =>
  value(type, { source_key: "v", output_key: "o", ...config }, { v: source }, "o");
const failsOn = (type: string, source: unknown, config: object = {}) =>
  failure(type, { source_key: "v", output_key: "o", ...config }, { v: source });

describe("[07 §5] json_parse and json_stringify", () => {
  it("parse strict JSON and say where a text is none", async () => {
    expect(await on("json_parse", '{"a":[1,1.0,"x"]}')).toEqual(new Map([["a", [1n, 1, "x"]]]));
    for (const text of ["", "{a:1}", "[1,]", "// c\n1", "NaN", "1 2"]) {
      expect(await failsOn("json_parse", text)).toMatch(/^Failed to parse JSON in 'v': .* at line \d+, column \d+$/);
    }
    expect(await failsOn("json_parse", 1)).toBe("Value at 'v' is not a string");
  });

  it("print compact JSON with sorted keys and exact numbers", async () => {
    expect(await on("json_stringify", { b: 2n ** 53n + 1n, a: [null, 2.5] })).toBe(
      '{"a":[null,2.5],"b":9007199254740993}',
    );
  });

  it("need both keys", async () => {
    for (const type of ["json_parse", "json_stringify"]) {
      expect(await failure(type, { output_key: "o" })).toBe(`${type} requires 'source_key'`);
      expect(await failure(type, { source_key: "v" }, { v: "1" })).toBe(`${type} requires 'output_key'`);
      expect(await failure(type, { source_key: "a.b", output_key: "o" }, { a: { b: 1 } })).toBe(
        "Key 'a.b' not found in context",
      );
    }
  });

  it("read every value that they printed", async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, async (v) => {
        const config = { source_key: "v", output_key: "o" };
        const printed = await publish("json_stringify", config, new Map([["v", v]]));
        expect((await publish("json_parse", config, new Map([["v", printed.get("o") as Json]]))).get("o")).toEqual(v);
      }),
    );
  });
});

describe("[07 §5] json_extract_path", () => {
  const source = { a: { b: [{ c: 1 }, null] }, list: [[1, 2]] };

  it.each([
    ["a.b[0].c", 1n],
    ["a.b[1]", null],
    ["list[0][1]", 2n],
    [" a.b[0].c ", 1n],
    ["a.none", null],
    ["a.b[9]", null],
    ["a.b.c", null],
    ["list.x", null],
  ])("%s selects %s", async (path, expected) => expect(await on("json_extract_path", source, { path })).toBe(expected));

  it("a blank path selects the whole value, a leading position a member of an array", async () => {
    expect(await on("json_extract_path", source, { path: "" })).toEqual(json(source));
    expect(await on("json_extract_path", source, { path: "  " })).toEqual(json(source));
    expect(await on("json_extract_path", [[7]], { path: "[0][0]" })).toBe(7n);
  });

  it("what is not found is the default, null, or an error when required; null is found", async () => {
    expect(await on("json_extract_path", source, { path: "x", default: [1] })).toEqual([1n]);
    expect(await failsOn("json_extract_path", source, { path: "x.y", required: true })).toBe(
      "Path 'x.y' was not found in 'v'",
    );
    expect(await on("json_extract_path", source, { path: "a.b[1]", required: true, default: 1 })).toBe(null);
  });

  it("parses a text only when told so", async () => {
    expect(await on("json_extract_path", '{"a":2}', { path: "a", parse_json: true })).toBe(2n);
    expect(await on("json_extract_path", '{"a":2}', { path: "a" })).toBe(null);
    expect(await on("json_extract_path", { a: 2 }, { path: "a", parse_json: true })).toBe(2n);
    expect(await failsOn("json_extract_path", "{", { path: "a", parse_json: true })).toContain(
      "Failed to parse JSON in 'v'",
    );
  });

  it("refuses what is no path, and takes names from outside as data", async () => {
    for (const path of ["a[", "a[x]", "a[-1]", "a..b", "[0]a"]) {
      expect(await failsOn("json_extract_path", source, { path })).toContain("is not a path");
    }
    expect(await on("json_extract_path", source, { path: "__proto__" })).toBe(null);
    expect(await failsOn("json_extract_path", source)).toBe("json_extract_path requires 'path'");
  });
});

describe("[07 §5] select_fields", () => {
  it("keeps the fields in the order in which they are listed and leaves missing ones out", async () => {
    const picked = await on("select_fields", { a: 1, b: 2, c: null }, { fields: ["c", "a", "x", "constructor"] });
    expect([...(picked as ReadonlyMap<string, Json>)]).toEqual([
      ["c", null],
      ["a", 1n],
    ]);
  });

  it("needs an object and an array of texts", async () => {
    expect(await failsOn("select_fields", [1], { fields: [] })).toBe("Value at 'v' is not an object");
    expect(await failsOn("select_fields", {})).toContain("select_fields requires 'fields'");
    expect(await failsOn("select_fields", {}, { fields: ["a", 1] })).toContain("'fields[1]' must be a text");
  });
});

describe("[07 §5] rename_fields", () => {
  it("renames old to new and leaves the others as they are, at their places", async () => {
    const renamed = await on("rename_fields", { a: 1, b: 2, c: 3 }, { mapping: { b: "x", none: "y" } });
    expect([...(renamed as ReadonlyMap<string, Json>)]).toEqual([
      ["a", 1n],
      ["x", 2n],
      ["c", 3n],
    ]);
  });

  it("can swap two names; a renamed field wins over one of its new name", async () => {
    expect(await on("rename_fields", { a: 1, b: 2 }, { mapping: { a: "b", b: "a" } })).toEqual(json({ b: 1, a: 2 }));
    expect(await on("rename_fields", { a: 1, b: 2 }, { mapping: { a: "b" } })).toEqual(json({ b: 1 }));
  });

  it("needs an object and a mapping; what is mapped to no text keeps its name", async () => {
    expect(await failsOn("rename_fields", "x", { mapping: {} })).toBe("Value at 'v' is not an object");
    expect(await on("rename_fields", { a: 1 }, { mapping: { a: 2 } })).toEqual(json({ a: 1 }));
    expect(await failsOn("rename_fields", {})).toContain("rename_fields requires 'mapping'");
  });
});

describe("[07 §5] data_transform", () => {
  const mapping = { code: "sku", n: "qty", gone: "nope" };

  it("keeps mapped fields alone, new to old, of an object or of each member", async () => {
    expect(await on("data_transform", { sku: "a", qty: 2, rest: 1 }, { mapping })).toEqual(json({ code: "a", n: 2 }));
    expect(await on("data_transform", [{ sku: "a" }, 7, null, { qty: null }], { mapping })).toEqual(
      json([{ code: "a" }, {}, {}, { n: null }]),
    );
  });

  it("refuses anything else", async () => {
    expect(await failsOn("data_transform", "x", { mapping })).toBe("Value at 'v' must be an object or array");
  });
});

describe("[07 §5] data_filter", () => {
  const items = [{ f: 1 }, { f: "abc" }, { f: null }, {}, 7, { f: [1] }, { f: 2.5 }, { f: true }];
  const kept = async (op: string, operand?: unknown) => {
    const config = {
      source_key: "v",
      output_key: "o",
      field: "f",
      op,
      ...(operand === undefined ? {} : { value: operand }),
    };
    const output = await publish("data_filter", config, { v: items });
    const list = output.get("o") as Json[];
    expect(output.get("o_count")).toBe(BigInt(list.length));
    return list;
  };

  it.each([
    ["eq", 1, [{ f: 1 }]],
    ["eq", "abc", [{ f: "abc" }]],
    ["eq", null, [{ f: null }]],
    ["eq", [1], [{ f: [1] }]],
    ["neq", 1, [{ f: "abc" }, { f: null }, { f: [1] }, { f: 2.5 }, { f: true }]],
    ["gt", 1, [{ f: 2.5 }]],
    ["gte", 1, [{ f: 1 }, { f: 2.5 }]],
    ["lt", 2.5, [{ f: 1 }]],
    ["lte", 2.5, [{ f: 1 }, { f: 2.5 }]],
    ["gt", "a", []],
    ["contains", "b", [{ f: "abc" }]],
    ["contains", 1, []],
    ["like", 1, []],
  ])("%s %j", async (op, operand, expected) => expect(await kept(op, operand)).toEqual(json(expected)));

  it("exists means present and not null", async () => {
    expect(await kept("exists")).toEqual(json([{ f: 1 }, { f: "abc" }, { f: [1] }, { f: 2.5 }, { f: true }]));
    expect(await kept("not_exists")).toEqual(json([{ f: null }, {}, 7]));
  });

  it("without a value the others match nothing; an integer never equals a float", async () => {
    for (const op of ["eq", "neq", "gt", "lt", "gte", "lte", "contains"]) expect(await kept(op)).toEqual([]);
    const config = new Map<string, Json>([
      ["source_key", "v"],
      ["output_key", "o"],
      ["field", "f"],
      ["op", "eq"],
      ["value", 1],
    ]);
    const source = new Map<string, Json>([["v", [new Map([["f", 1n]]), new Map([["f", 1]])]]]);
    expect((await publish("data_filter", config, source)).get("o")).toEqual([new Map([["f", 1]])]);
  });

  it("needs an array", async () => {
    expect(await failsOn("data_filter", {}, { field: "f", op: "eq" })).toBe("Value at 'v' is not an array");
    expect(await failsOn("data_filter", [], { op: "eq" })).toBe("data_filter requires 'field'");
  });
});

describe("[07 §5] batch", () => {
  it("cuts into arrays and counts them", async () => {
    expect(await publish("batch", { source_key: "v", output_key: "o", size: "2" }, { v: [1, 2, 3, 4, 5] })).toEqual(
      json({ o: [[1, 2], [3, 4], [5]], o_count: 3 }),
    );
    expect(await on("batch", [], { size: 3 })).toEqual([]);
  });

  it("needs a whole size of at least 1", async () => {
    expect(await failsOn("batch", [1], { size: 0 })).toBe("batch 'size' must be greater than 0");
    expect(await failsOn("batch", [1])).toBe("batch requires 'size'");
    expect(await failsOn("batch", [1], { size: 1.5 })).toBe("'size' must be a non-negative whole number in u64 range");
    expect(await failsOn("batch", "x", { size: 1 })).toBe("Value at 'v' is not an array");
  });
});

describe("[07 §5] deduplicate", () => {
  it("keeps the first of equal members and counts the others", async () => {
    const list = [1, { a: 1, b: 2 }, "1", { b: 2, a: 1 }, 1];
    expect(await publish("deduplicate", { source_key: "v", output_key: "o" }, { v: list })).toEqual(
      json({ o: [1, { a: 1, b: 2 }, "1"], o_removed: 2 }),
    );
  });

  it("compares by a field; members without it are equal to each other, not to null", async () => {
    const list = [{ k: 1, n: 1 }, { k: 1, n: 2 }, {}, 7, { k: null }, { k: "" }];
    expect(await publish("deduplicate", { source_key: "v", output_key: "o", key: "k" }, { v: list })).toEqual(
      json({ o: [{ k: 1, n: 1 }, {}, { k: null }, { k: "" }], o_removed: 2 }),
    );
  });
});
