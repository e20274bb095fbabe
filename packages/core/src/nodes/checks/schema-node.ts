import type { NodeImplementation } from "../../ports/node.ts";
import type { Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { parseJsonText } from "../parse-source.ts";
import type { Settings, Source } from "../settings.ts";
import { withLibrary } from "../with-library.ts";
import { schemaLibrary } from "./schema-library.ts";
import { validateInstance } from "./validate-instance.ts";

/** A node that checks a value against a schema and fails with its output when it does not fit (spec 03 §5, 07 §5). */
export function schemaNode(type: string, instanceOf: (source: Source) => Json): NodeImplementation {
  return defineNode(type, (task) => {
    const { settings } = task;
    const source = settings.source();
    const schema = schemaOf(settings);
    const instance = instanceOf(source);
    return withLibrary(task, schemaLibrary(), (library) => {
      const errors = validateInstance(library, instance, schema);
      const success = errors.length === 0;
      const output = new Map<string, Json>([
        ["validation_success", success],
        ["validation_errors", errors],
      ]);
      if (success) return { ok: true, output };
      return { ok: false, error: `Schema validation failed: ${errors.join("; ")}`, output };
    });
  });
}

function schemaOf(settings: Settings): Json {
  const schema = settings.value("schema");
  const key = settings.optionalText("schema_key");
  if (schema !== undefined && key !== undefined) {
    throw new NodeFault(`${settings.node}: provide either 'schema' or 'schema_key', not both`);
  }
  if (schema !== undefined) return schema;
  if (key === undefined) throw new NodeFault(`${settings.node} requires 'schema' or 'schema_key'`);
  const { value } = settings.contextValue(key);
  return typeof value === "string"
    ? parseJsonText(value, `Invalid JSON schema: invalid JSON string in '${key}'`)
    : value;
}
