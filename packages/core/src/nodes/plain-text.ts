import { compactJson } from "../json/print-json.ts";
import type { Json } from "../vocabulary/json.ts";

/** A value as text: strings plain, others as compact JSON. */
export function plainText(value: Json): string {
  return typeof value === "string" ? value : compactJson(value);
}
