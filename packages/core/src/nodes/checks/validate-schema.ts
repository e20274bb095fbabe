import { schemaNode } from "./schema-node.ts";

/** Checks a value of the context against a JSON Schema (spec 07 §5). */
export const validateSchema = schemaNode("validate_schema", (source) => source.value);
