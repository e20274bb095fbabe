import type { Json, JsonObject } from "../vocabulary/json.ts";
import { atContextPath } from "./dotted-path.ts";
import { parseNumeric } from "./read-setting.ts";

type Operator = "==" | "!=" | ">=" | "<=" | ">" | "<";

/** In the order in which they are looked for. */
const OPERATORS: readonly Operator[] = ["==", "!=", ">=", "<=", ">", "<"];
const EXISTS = " exists";

/** The condition language of `if_node` and `step_if` (spec 07 §2). */
export function evaluateCondition(text: string, context: JsonObject): boolean {
  const condition = text.trim();
  if (condition.endsWith(EXISTS)) {
    return atContextPath(context, condition.slice(0, -EXISTS.length).trim()) !== undefined;
  }
  const operator = OPERATORS.find((candidate) => condition.includes(candidate));
  if (operator === undefined) return isTrue(atContextPath(context, condition));
  const at = condition.indexOf(operator);
  const left = atContextPath(context, condition.slice(0, at).trim());
  return compare(left, operator, condition.slice(at + operator.length).trim());
}

function isTrue(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}

function compare(left: Json | undefined, operator: Operator, right: string): boolean {
  if (left === undefined) return operator === "!=";
  if (typeof left === "bigint" || typeof left === "number") {
    const number = parseNumeric(right);
    return number !== undefined && compareNumbers(Number(left), operator, number);
  }
  if (typeof left !== "string") return false;
  const literal = trimAll(trimAll(right, '"'), "'");
  if (operator === "==") return left === literal;
  return operator === "!=" && left !== literal;
}

function compareNumbers(left: number, operator: Operator, right: number): boolean {
  const equal = Math.abs(left - right) < Number.EPSILON;
  switch (operator) {
    case "==":
      return equal;
    case "!=":
      return !equal;
    case ">=":
      return left >= right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case "<":
      return left < right;
  }
}

function trimAll(text: string, character: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === character) start++;
  while (end > start && text[end - 1] === character) end--;
  return text.slice(start, end);
}
