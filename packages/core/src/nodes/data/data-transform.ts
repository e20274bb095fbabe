import { isJsonArray, isJsonObject, type Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { pickFields } from "./pick-fields.ts";

/** Only the mapped fields (new name → old name) of an object, or of each member of an array (spec 07 §5). */
export const dataTransform = defineNode("data_transform", ({ settings }) => {
  const { key, value } = settings.source();
  const mapping = settings.textMapping("mapping");
  const outputKey = settings.text("output_key");
  const pick = (item: Json) => pickFields(isJsonObject(item) ? item : new Map(), mapping);
  if (isJsonArray(value)) return [[outputKey, value.map(pick)]];
  if (isJsonObject(value)) return [[outputKey, pick(value)]];
  throw new NodeFault(`Value at '${key}' must be an object or array`);
});
