import { describe, expect, it } from "vitest";
import type { JsonObject } from "../vocabulary/json.ts";
import { NodeFault } from "./node-fault.ts";
import { Settings } from "./settings.ts";
import { json } from "./testing/run-node.ts";

const settings = (config: object, context: object = {}) =>
  new Settings("probe", json(config) as JsonObject, json(context) as JsonObject);
const fault = (read: () => unknown): string => {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof NodeFault) return thrown.message;
    throw thrown;
  }
  throw new Error("did not fail");
};

describe("[07 §1] boolean settings", () => {
  it.each(["true", "yes", "on", "1", " TRUE ", "Yes"])("%j is true", (text) =>
    expect(settings({ f: text }).flag("f", false)).toBe(true),
  );
  it.each(["false", "no", "off", "0", "\tOFF\n"])("%j is false", (text) =>
    expect(settings({ f: text }).flag("f", true)).toBe(false),
  );
  it("fills placeholders", () => expect(settings({ f: "${ctx.a}" }, { a: "on" }).flag("f", false)).toBe(true));
  it.each([["maybe"], [2], [1], [null], [[]], [""]])("%j counts as absent", (value) => {
    expect(settings({ f: value }).flag("f", true)).toBe(true);
    expect(settings({ f: value }).flag("f", false)).toBe(false);
  });
});

describe("[07 §1] number settings", () => {
  it.each([
    [2, 2],
    [2.5, 2.5],
    ["2.5", 2.5],
    [" -1e3 ", -1000],
    ["${ctx.n}", 7],
  ])("%j is %d", (value, expected) => expect(settings({ n: value }, { n: 7 }).number("n")).toBe(expected));
  it.each([["x"], ["1e999"], [true], [null], [[]], [""], ["${ctx.none}"]])("%j is unusable", (value) =>
    expect(fault(() => settings({ n: value }).number("n"))).toBe("'n' must be a finite number"),
  );
  it.each([
    [4, 4n],
    ["4", 4n],
    ["4.0", 4n],
    ["${ctx.n}", 7n],
    ["18446744073709551615", 2n ** 64n - 1n],
  ])("%j is the whole number %d", (value, expected) =>
    expect(settings({ n: value }, { n: 7 }).whole("n")).toBe(expected),
  );
  it("4.0 is a whole number", () => expect(new Settings("p", new Map([["n", 4]]), new Map()).whole("n")).toBe(4n));
  it.each([[-1], [1.5], ["1.5"], ["-1"], ["18446744073709551616"], ["x"], [true]])("%j is no whole number", (value) =>
    expect(fault(() => settings({ n: value }).whole("n"))).toBe("'n' must be a non-negative whole number in u64 range"),
  );
});

describe("[07 §1] what is missing or of a wrong type", () => {
  it("is said with its name", () => {
    expect(fault(() => settings({}).text("k"))).toBe("probe requires 'k'");
    expect(fault(() => settings({ source_key: "a.b" }, { a: { b: 1 } }).source())).toBe(
      "Key 'a.b' not found in context",
    );
    const source = settings({ source_key: "a" }, { a: 1 }).source();
    expect(fault(() => source.asText())).toBe("Value at 'a' is not a string");
    expect(fault(() => source.asArray())).toBe("Value at 'a' is not an array");
    expect(fault(() => source.asObject())).toBe("Value at 'a' is not an object");
  });

  it("takes one of input and source_key, not both", () => {
    expect(fault(() => settings({ input: "a", source_key: "b" }, { b: "c" }).inputOrSource())).toBe(
      "probe: provide either 'input' or 'source_key', not both",
    );
    expect(settings({ input: "a${ctx.b}" }, { b: 1 }).inputOrSource()).toBe("a1");
    expect(settings({ source_key: "b" }, { b: 1 }).inputOrSource()).toBe(1n);
    expect(fault(() => settings({}).inputOrSource())).toBe("probe requires 'input' or 'source_key'");
  });
});
