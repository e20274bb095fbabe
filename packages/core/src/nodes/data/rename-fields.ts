import type { Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";

/**
 * An object with some fields under new names, at their places; a renamed field wins over one of that name, and one whose
 * new name is no text keeps its own (spec 07 §5).
 */
export const renameFields = defineNode("rename_fields", ({ settings }) => {
  const source = settings.source().asObject();
  const mapping = settings.object("mapping");
  const outputKey = settings.text("output_key");
  const newNameOf = (name: string) => {
    const newName = mapping.get(name);
    return typeof newName === "string" ? newName : undefined;
  };
  const taken = new Set([...source.keys()].flatMap((name) => newNameOf(name) ?? []));
  const renamed = new Map<string, Json>();
  for (const [name, value] of source) {
    const newName = newNameOf(name);
    if (newName !== undefined) renamed.set(newName, value);
    else if (!taken.has(name)) renamed.set(name, value);
  }
  return [[outputKey, renamed]];
});
