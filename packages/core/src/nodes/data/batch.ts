import type { JsonArray } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";

/** An array cut into arrays of at most `size` members (spec 07 §5). */
export const batch = defineNode("batch", ({ settings }) => {
  const items = settings.source().asArray();
  const size = settings.whole("size");
  if (size === undefined) throw settings.missing("size");
  if (size === 0n) throw new NodeFault("batch 'size' must be greater than 0");
  const outputKey = settings.text("output_key");
  const batches = cut(items, Number(size));
  return [
    [outputKey, batches],
    [`${outputKey}_count`, BigInt(batches.length)],
  ];
});

function cut(items: JsonArray, size: number): JsonArray[] {
  const batches: JsonArray[] = [];
  for (let start = 0; start < items.length; start += size) batches.push(items.slice(start, start + size));
  return batches;
}
