import type { Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";

/** An object with some fields under new names, at their places; a renamed field wins over one of that name. */
export const renameFields = defineNode("rename_fields", ({ settings }) => {
  const source = settings.source().asObject();
  const mapping = settings.textMapping("mapping");
  const outputKey = settings.text("output_key");
  const taken = new Set([...source.keys()].flatMap((name) => mapping.get(name) ?? []));
  const renamed = new Map<string, Json>();
  for (const [name, value] of source) {
    const newName = mapping.get(name);
    if (newName !== undefined) renamed.set(newName, value);
    else if (!taken.has(name)) renamed.set(name, value);
  }
  return [[outputKey, renamed]];
});
