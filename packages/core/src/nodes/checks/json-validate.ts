import { parseJsonText } from "../parse-source.ts";
import { schemaNode } from "./schema-node.ts";

/** The same, after parsing a text (spec 07 §5). */
export const jsonValidate = schemaNode("json_validate", ({ key, value }) =>
  typeof value === "string" ? parseJsonText(value, `Invalid JSON string in '${key}'`) : value,
);
