import { describe, expect, it } from "vitest";
import type { Json } from "../vocabulary/json.ts";
import type { Explanation, ReferenceKind } from "../vocabulary/reference.ts";
import { likelyInputs } from "./likely-inputs.ts";

const input = (key: string, value: Json, kind: ReferenceKind = "arguments"): Explanation => ({
  key,
  reference: `arguments.${key}`,
  kind,
  hops: [],
  value,
  reason: value === null ? "missing-key" : null,
  message: "",
});
const likely = (error: string, line: string | undefined, inputs: readonly Explanation[]) =>
  likelyInputs(error, line, inputs).map(({ key }) => key);

describe("[workbench §4] the input from which an error likely comes", () => {
  const inputs = [
    input("city", null),
    input("units", "metric"),
    input("user_id", null),
    input("limit", 3n, "constant"),
  ];

  it.each([
    ["attempt to concatenate a nil value (field 'city')", "city"],
    ["attempt to index a string value (field 'units')", "units"],
    ["attempt to perform arithmetic on a nil value (local 'user_id')", "user_id"],
  ])("is the one that Lua names: %s", (error, key) => {
    expect(likely(error, "return ctx.other", inputs)).toEqual([key]);
  });

  it.each(["local n = #ctx.city", "local n = ctx['city']:len()", 'x = string.upper(ctx [ "city" ])', "f(ctx . city)"])(
    "is one without a value on the failing line: %s",
    (line) => expect(likely("bad argument #1 to 'upper' (string expected, got nil)", line, inputs)).toEqual(["city"]),
  );

  it("is no input that has its value, only because it stands on the line", () => {
    expect(likely("no such place", "error(ctx.units)", inputs)).toEqual([]);
  });

  it.each(["user_id is required", "missing: user_id", "need `user_id`!"])(
    "is one that the error names: %s",
    (error) => {
      expect(likely(error, "error(message)", inputs)).toEqual(["user_id"]);
    },
  );

  it.each(["user_ids is empty", "your_user_id", "old.user_id.x", "an user id"])("is none for %s", (error) => {
    expect(likely(error, undefined, inputs)).toEqual([]);
  });

  it("looks for names in the error's own words, not in the engine's", () => {
    const engine = "tool_dispatch: tool 'user_id' subworkflow finished with status: failed: h.lua:3: ";
    expect(likely(`${engine}no luck`, undefined, inputs)).toEqual([]);
    expect(likely(`${engine}no user_id`, undefined, inputs)).toEqual(["user_id"]);
  });

  it("counts those without a value first, three at most, and never a constant", () => {
    const many = [input("a", 1n), input("b", null), input("c", null), input("d", null), input("limit", 3n, "constant")];
    const error = ["a", "b", "c", "d", "limit"].map((name) => `(field '${name}')`).join(" ");
    expect(likely(error, undefined, many)).toEqual(["b", "c", "d"]);
  });

  it("knows nested inputs by their own name and by their member's", () => {
    const nested = [input("payload/user~1id", null), input("payload/name", "Ada")];
    expect(likely("attempt to index a nil value (field 'user/id')", undefined, nested)).toEqual(["payload/user~1id"]);
    expect(likely("bad", "send(ctx.payload)", nested)).toEqual(["payload/user~1id"]);
  });
});
