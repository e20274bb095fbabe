import { compactJson } from "../../json/print-json.ts";
import { isJsonObject, type Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";

/** The first occurrence of each member, by a field or as a whole (spec 07 §5). */
export const deduplicate = defineNode("deduplicate", ({ settings }) => {
  const items = settings.source().asArray();
  const outputKey = settings.text("output_key");
  const field = settings.optionalText("key");
  const seen = new Set<string>();
  const kept = items.filter((item) => {
    const identity = identityOf(item, field);
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
  return [
    [outputKey, kept],
    [`${outputKey}_removed`, BigInt(items.length - kept.length)],
  ];
});

/** Members without the field share one identity, which no JSON text has. */
function identityOf(item: Json, field: string | undefined): string {
  if (field === undefined) return compactJson(item);
  const value = isJsonObject(item) ? item.get(field) : undefined;
  return value === undefined ? "" : compactJson(value);
}
