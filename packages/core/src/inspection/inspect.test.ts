import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromPlain } from "../json/plain-json.ts";
import { compactJson } from "../json/print-json.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { inspectContext, inspectOutput, inspectValue } from "./inspect.ts";

describe("the inspection cap", () => {
  it("[08 §2] shows a large output as one marker, and of a context the large values only", () => {
    const value = fromPlain({ big: "z".repeat(100), small: "ok" }) as JsonObject;
    const marker = { _truncated: true, _minimum_bytes: 65n, _limit_bytes: 64n };
    const output = inspectOutput(value, 64);
    expect(Object.fromEntries(output)).toMatchObject(marker);
    expect(output.get("_note")).toContain("IRONFLOW_MAX_TASK_OUTPUT_BYTES");
    expect(output.get("_note")).toContain("omitted from the task history");
    const context = inspectContext(value, 64);
    expect(context.get("small")).toBe("ok");
    expect(Object.fromEntries(context.get("big") as JsonObject)).toMatchObject(marker);
    expect((context.get("big") as JsonObject).get("_note")).toContain("final context");
  });

  it("[08 §2] is inclusive and counts bytes of compact JSON", () => {
    const anyValue = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<Json>(null, true, false, -12n, 1e300, 0.1, -0),
        fc.string({ unit: "binary" }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc
          .array(fc.tuple(fc.string({ unit: "binary" }), tie("value")), { maxLength: 4 })
          .map((entries) => new Map(entries)),
      ),
    })).value;
    fc.assert(
      fc.property(anyValue, (value) => {
        const bytes = utf8Length(compactJson(value));
        expect(inspectValue(value, bytes)).toBe(value);
        expect(inspectValue(value, bytes - 1)).not.toBe(value);
      }),
    );
  });
});
