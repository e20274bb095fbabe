import { describe, expect, it } from "vitest";
import type { Json } from "../../vocabulary/json.ts";
import { failure, json, publish, tryNode } from "../testing/run-node.ts";

const person = {
  type: "object",
  properties: { name: { type: "string", minLength: 1 }, age: { $ref: "#/$defs/age" } },
  required: ["name"],
  additionalProperties: false,
  $defs: { age: { type: "integer", minimum: 0 } },
};
const check = (v: unknown, schema: unknown) => tryNode("validate_schema", { source_key: "v", schema }, { v });
const errors = async (v: unknown, schema: unknown): Promise<Json | undefined> =>
  (await check(v, schema)).outcome.output?.get("validation_errors");
const schemaError = (schema: unknown) => failure("validate_schema", { source_key: "v", schema }, { v: 1 });

describe("[07 §5] validate_schema", () => {
  it("publishes success and no errors when the value fits", async () => {
    expect(
      await publish("validate_schema", { source_key: "v", schema: person }, { v: { name: "Ada", age: 3 } }),
    ).toEqual(json({ validation_success: true, validation_errors: [] }));
  });

  it("[03 §5] fails with its output, every error ending at a JSON Pointer", async () => {
    const { outcome } = await check({ name: "", age: -1, "a/b": 1 }, person);
    expect(outcome.ok).toBe(false);
    const found = outcome.output?.get("validation_errors") as string[];
    expect(outcome.output?.get("validation_success")).toBe(false);
    expect(found).toHaveLength(3);
    expect(found.map((error) => error.slice(error.lastIndexOf(" at ")))).toEqual(
      expect.arrayContaining([" at /name", " at /age", " at "]),
    );
    expect(outcome).toMatchObject({ error: `Schema validation failed: ${found.join("; ")}` });
  });

  it("names the place inside arrays and below odd keys", async () => {
    expect(await errors({ "a/b": [1, "x"] }, { properties: { "a/b": { items: { type: "number" } } } })).toEqual([
      'Instance type "string" is invalid. Expected "number" at /a~1b/1',
    ]);
  });

  it("says one thing about a choice", async () => {
    const found = await errors(true, { anyOf: [{ type: "string" }, { type: "number" }] });
    expect(found).toHaveLength(1);
  });

  it("takes 3.0 for an integer and keeps keys that mean something to JavaScript", async () => {
    const { outcome } = await tryNode(
      "validate_schema",
      { source_key: "v", schema: { type: "integer" } },
      new Map([["v", 3]]),
    );
    expect(outcome.ok).toBe(true);
    const proto = { v: new Map([["__proto__", 1]]) };
    expect(
      (
        await tryNode(
          "validate_schema",
          { source_key: "v", schema: { additionalProperties: { type: "string" } } },
          proto,
        )
      ).outcome.ok,
    ).toBe(false);
  });

  it("takes the schema from the context, as a value or as text", async () => {
    const config = { source_key: "v", schema_key: "s" };
    expect((await tryNode("validate_schema", config, { v: 1, s: { type: "integer" } })).outcome.ok).toBe(true);
    expect((await tryNode("validate_schema", config, { v: 1, s: '{"type":"string"}' })).outcome.ok).toBe(false);
    expect(await failure("validate_schema", config, { v: 1, s: "{" })).toMatch(/^Invalid JSON schema: /);
    expect(await failure("validate_schema", { ...config, schema: {} }, { v: 1, s: {} })).toBe(
      "validate_schema: provide either 'schema' or 'schema_key', not both",
    );
    expect(await failure("validate_schema", { source_key: "v" }, { v: 1 })).toBe(
      "validate_schema requires 'schema' or 'schema_key'",
    );
    expect(await failure("validate_schema", { schema: {} })).toBe("validate_schema requires 'source_key'");
  });

  it.each([
    [{ type: "text" }, "'type' must be one of"],
    [{ properties: { a: { required: "b" } } }, "'required' must be an array of texts at /properties/a/required"],
    [{ pattern: "(" }, "'pattern' must be a regular expression at /pattern"],
    [{ patternProperties: { "(": true } }, "'(' is not a regular expression"],
    [{ minLength: -1 }, "'minLength' must be a whole number of at least 0"],
    [{ allOf: [] }, "'allOf' must be an array of schemas"],
    [{ items: 3 }, "a schema must be an object or a boolean at /items"],
    [{ dependencies: { a: [1] } }, "at /dependencies/a"],
    ["text", "a schema must be an object or a boolean at the root"],
    [{ $ref: "#/$defs/none" }, "unresolved schema reference"],
    [{ $ref: "#" }, "it refers to itself without end"],
  ])("refuses the schema %j", async (schema, text) => {
    const error = await schemaError(schema);
    expect(error).toMatch(/^Invalid JSON schema: /);
    expect(error).toContain(text);
  });

  it.each(["https://example.test/s.json", "other.json#/a", "file:///etc/passwd"])("never fetches %s", async ($ref) => {
    expect(await schemaError({ properties: { a: { $ref } } })).toContain(
      "unresolved schema reference. External schema retrieval is disabled; ",
    );
  });

  it("follows references inside the document, by anchor and by id too", async () => {
    expect(await errors("x", { $ref: "#n", $defs: { n: { $anchor: "n", type: "number" } } })).toHaveLength(1);
    expect(
      await errors("x", { $id: "https://a.test/r", $ref: "n", $defs: { n: { $id: "n", type: "number" } } }),
    ).toHaveLength(1);
  });

  it.each([
    ["http://json-schema.org/draft-04/schema#", { minimum: 3, exclusiveMinimum: true }],
    ["http://json-schema.org/draft-07/schema#", { items: [{ type: "string" }] }],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "string" }] }],
    ["https://json-schema.org/draft/2020-12/schema", { prefixItems: [{ type: "string" }] }],
  ])("reads %s", async ($schema, rest) => {
    const bad = "minimum" in rest ? 3 : [1];
    const good = "minimum" in rest ? 4 : ["x"];
    expect((await check(bad, { $schema, ...rest })).outcome.ok).toBe(false);
    expect((await check(good, { $schema, ...rest })).outcome.ok).toBe(true);
  });
});

describe("[07 §5] json_validate", () => {
  const schema = { type: "object" };

  it("parses a text first", async () => {
    expect((await tryNode("json_validate", { source_key: "v", schema }, { v: '{"a":1}' })).outcome.ok).toBe(true);
    expect((await tryNode("json_validate", { source_key: "v", schema }, { v: { a: 1 } })).outcome.ok).toBe(true);
    expect(await failure("json_validate", { source_key: "v", schema }, { v: "{" })).toMatch(
      /^Invalid JSON string in 'v': /,
    );
    expect(await failure("json_validate", { source_key: "v", schema }, { v: "3" })).toMatch(
      /^Schema validation failed: .* at $/,
    );
  });
});
