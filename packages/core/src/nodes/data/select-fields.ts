import { defineNode } from "../define-node.ts";
import { pickFields } from "./pick-fields.ts";

/** An object with the listed fields alone; missing ones are left out (spec 07 §5). */
export const selectFields = defineNode("select_fields", ({ settings }) => {
  const source = settings.source().asObject();
  const fields = settings.textArray("fields").map((field) => [field, field] as const);
  return [[settings.text("output_key"), pickFields(source, fields)]];
});
