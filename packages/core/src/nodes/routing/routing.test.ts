import { describe, expect, it } from "vitest";
import { failure, json, publish } from "../testing/run-node.ts";

describe("if_node", () => {
  it("[07 §2] publishes the route and the result under its step's name", async () => {
    expect(await publish("if_node", { condition: "n > 1" }, { n: 2 })).toEqual(
      json({ _route_s: "true", _condition_result_s: true }),
    );
    expect(await publish("if_node", { condition: "n > 1", false_route: "low" }, { n: 1 })).toEqual(
      json({ _route_s: "low", _condition_result_s: false }),
    );
    expect(await publish("if_node", { condition: "n", true_route: "some" }, { n: 1 })).toEqual(
      json({ _route_s: "some", _condition_result_s: true }),
    );
  });

  it("[07 §1] needs its condition", async () => {
    expect(await failure("if_node", {})).toBe("if_node requires 'condition'");
  });
});

describe("switch_node", () => {
  const route = async (config: object, context: object) =>
    (await publish("switch_node", config, context)).get("_route_s");

  it("[07 §2] looks the value's text up in the cases", async () => {
    expect(await publish("switch_node", { value: "ctx.n", cases: { 2: "two" } }, { n: 2 })).toEqual(
      json({ _route_s: "two", _switch_value_s: "2" }),
    );
    expect(await route({ value: "o", cases: { '{"a":1}': "object" } }, { o: { a: 1 } })).toBe("object");
    expect(await route({ value: "missing", cases: { "": "blank" } }, {})).toBe("blank");
    expect(await route({ value: "nul", cases: { null: "nothing" } }, { nul: null })).toBe("nothing");
    expect(await route({ value: "f", cases: { "2.0": "float" } }, { f: 2.5 })).toBe("default");
  });

  it("[07 §2] falls to the default, for a route that is not a text too", async () => {
    expect(await route({ value: "a", cases: { x: 7 }, default: "other" }, { a: "x" })).toBe("other");
    expect(await route({ value: "a", cases: {} }, { a: "constructor" })).toBe("default");
  });

  it("[07 §1] needs value and cases", async () => {
    expect(await failure("switch_node", { cases: {} })).toBe("switch_node requires 'value'");
    expect(await failure("switch_node", { value: "a" })).toContain("switch_node requires 'cases'");
  });
});

describe("if_body_contains", () => {
  const contains = async (config: object, context: object) =>
    (await publish("if_body_contains", config, context)).get("_contains_s");

  it("[07 §2] searches text at a dotted path", async () => {
    expect(
      await publish("if_body_contains", { source_key: "r.body", pattern: "ok" }, { r: { body: "all ok" } }),
    ).toEqual(json({ _route_s: "true", _contains_s: true }));
    expect(await contains({ source_key: "ctx.r", pattern: "o" }, { r: "o" })).toBe(false);
  });

  it("[07 §2] searches other values as compact JSON", async () => {
    expect(await contains({ source_key: "o", pattern: '"a":[1,2]' }, { o: { b: 1, a: [1, 2] } })).toBe(true);
    expect(await contains({ source_key: "o", pattern: "null" }, { o: null })).toBe(true);
  });

  it("[07 §2] ignores case only when told so; an empty pattern never matches", async () => {
    expect(await contains({ source_key: "b", pattern: "OK" }, { b: "ok" })).toBe(false);
    expect(await contains({ source_key: "b", pattern: "OK", case_sensitive: "off" }, { b: "ok" })).toBe(true);
    expect(await contains({ source_key: "b", pattern: "" }, { b: "ok" })).toBe(false);
  });

  it("[07 §2] a missing value is no match, or an error when required", async () => {
    expect(await publish("if_body_contains", { source_key: "b", pattern: "x", false_route: "no" }, {})).toEqual(
      json({ _route_s: "no", _contains_s: false }),
    );
    expect(await failure("if_body_contains", { source_key: "a.b", pattern: "x", required: true }, { a: 1 })).toBe(
      "if_body_contains requires 'a.b' to exist in context",
    );
  });
});

describe("if_http_status", () => {
  const route = async (config: object, status: unknown) =>
    (await publish("if_http_status", { status_key: "r.status", ...config }, { r: { status } })).get("_route_s");

  it("[07 §2] publishes route, code and class", async () => {
    expect(await publish("if_http_status", { status_key: "st" }, { st: "204" })).toEqual(
      json({ _route_s: "success", _status_code_s: 204, _status_class_s: "2xx" }),
    );
    expect(await route({}, 500)).toBe("error");
    expect(await route({ success_route: "fine" }, 200)).toBe("fine");
    expect(await route({ error_route: "bad" }, 302)).toBe("bad");
  });

  it("[07 §2] with routes: exact status, class, its default, default_route, the error route", async () => {
    const routes = { 404: "gone", "4xx": "client", default: "rest" };
    expect(await route({ routes }, 404)).toBe("gone");
    expect(await route({ routes }, 400)).toBe("client");
    expect(await route({ routes }, 200)).toBe("rest");
    expect(await route({ routes: { 404: "gone" }, default_route: "d" }, 200)).toBe("d");
    expect(await route({ routes: { 404: "gone" } }, 200)).toBe("error");
  });

  it("[07 §2] takes numbers and text in 0…65535", async () => {
    expect(await route({}, 0)).toBe("error");
    expect(await route({}, 65535)).toBe("error");
    for (const status of [65536, -1, 2.5, "x", true, null]) {
      expect(await failure("if_http_status", { status_key: "st" }, { st: status })).toContain("Value at 'st'");
    }
    expect(await failure("if_http_status", { status_key: "st" }, {})).toBe("Key 'st' not found in context");
  });
});
