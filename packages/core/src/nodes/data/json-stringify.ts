import { compactJson } from "../../json/print-json.ts";
import { defineNode } from "../define-node.ts";

/** A value as compact JSON (spec 07 §5). */
export const jsonStringify = defineNode("json_stringify", ({ settings }) => {
  const source = settings.source();
  return [[settings.text("output_key"), compactJson(source.value)]];
});
