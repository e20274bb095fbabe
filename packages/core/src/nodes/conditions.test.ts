import { describe, expect, it } from "vitest";
import type { JsonObject } from "../vocabulary/json.ts";
import { evaluateCondition } from "./conditions.ts";
import { json } from "./testing/run-node.ts";

const context = json({
  n: 3,
  s: "paid",
  nul: null,
  zero: 0,
  empty: "",
  flag: false,
  yes: true,
  o: { k: 2 },
  t: "3",
  list: [1],
  quoted: "say 'x'",
}) as JsonObject;
const holds = (text: string) => evaluateCondition(text, context);

describe("[07 §2] conditions", () => {
  it.each([
    "ctx.n == 3.0",
    "n < 10",
    "ctx.o.k >= 2",
    "ctx.s == 'paid'",
    "ctx.s == paid",
    'ctx.s == "paid"',
    "ctx.t == 3",
    "ctx.missing != 1",
    "ctx.nul exists",
    "  ctx.n exists  ",
    "ctx.zero",
    "ctx.empty",
    "yes",
    "ctx.n == 3.00000000000000001",
    "n > -1.5",
    "n <= 3e0",
    "ctx.s != unpaid",
    "o",
  ])("true: %s", (text) => expect(holds(text)).toBe(true));

  it.each([
    "ctx.s > 'a'",
    "ctx.flag == false",
    "ctx.flag != true",
    "ctx.list.0",
    "ctx.missing == 1",
    "ctx.missing > 1",
    "ctx.nul",
    "ctx.nul != 1",
    "ctx.flag",
    "ctx.missing exists",
    "ctx.o != 1",
    "ctx.n == three",
    "ctx.n != three",
    "ctx.n == '3'",
    "",
  ])("false: %s", (text) => expect(holds(text)).toBe(false));

  it("looks for operators in their order, not in the order of the text", () => {
    // `!=` is found before `<`, so the left side is the missing path `a < b`.
    expect(evaluateCondition("a < b != c", context)).toBe(true);
    expect(evaluateCondition("n >= 3", context)).toBe(true);
  });

  it("takes names from outside as data", () => {
    expect(holds("__proto__ exists")).toBe(false);
    expect(holds("constructor")).toBe(false);
  });
});
