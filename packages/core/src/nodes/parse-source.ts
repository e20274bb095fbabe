import { parseJson } from "../json/parse-json.ts";
import type { Json } from "../vocabulary/json.ts";
import { NodeFault } from "./node-fault.ts";

/** Strict JSON from a text; a fault is `PREFIX: what is wrong at line L, column C`. */
export function parseJsonText(text: string, prefix: string): Json {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed.value;
  const { message, line, column } = parsed.error;
  throw new NodeFault(`${prefix}: ${message} at line ${line}, column ${column}`);
}
