import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Problem } from "../vocabulary/problem.ts";

/** JSON Schema of each tool's arguments, by the tool's name. */
export type ToolDefinitions = ReadonlyMap<string, Json>;

/**
 * Reads tool definitions in the shapes of OpenAI Chat and Responses, Anthropic, MCP, Gemini and Bedrock; what is none is
 * a warning. A definition without a schema accepts anything. Undefined: none are given.
 */
export function readToolDefinitions(given: Json | undefined): {
  readonly definitions: ToolDefinitions;
  readonly problems: readonly Problem[];
} {
  const definitions = new Map<string, Json>();
  const problems: Problem[] = [];
  for (const [index, definition] of (given === undefined ? [] : listOf(given)).entries()) {
    const found = isJsonObject(definition) ? read(definition) : [];
    for (const [name, schema] of found) definitions.set(name, schema);
    if (found.length > 0 || isHosted(definition)) continue;
    const message = `Definition ${index + 1} has no name; it is in none of the shapes that are known.`;
    problems.push({ code: "definition_not_read", message, severity: "warning" });
  }
  return { definitions, problems };
}

/** An array, or an object around it: the result of MCP `tools/list`, a `toolConfig`, a request. */
function listOf(given: Json): readonly Json[] {
  if (isJsonArray(given)) return given;
  if (!isJsonObject(given)) return [given];
  for (const key of ["tools", "functions", "result", "toolConfig"]) {
    const inner = given.get(key);
    if (inner !== undefined && (isJsonArray(inner) || isJsonObject(inner))) return listOf(inner);
  }
  return [given];
}

function read(definition: JsonObject): readonly (readonly [string, Json])[] {
  const gemini = definition.get("functionDeclarations") ?? definition.get("function_declarations");
  if (isJsonArray(gemini)) return gemini.flatMap((declaration) => (isJsonObject(declaration) ? read(declaration) : []));
  const inner = objectOf(definition.get("function")) ?? objectOf(definition.get("toolSpec")) ?? definition;
  const name = inner.get("name");
  if (typeof name !== "string") return [];
  const schema = ["parameters", "input_schema", "inputSchema", "parametersJsonSchema", "parameters_json_schema"]
    .map((key) => inner.get(key))
    .find((value) => value !== undefined && value !== null);
  return [[name, jsonSchema(schema) ?? true]];
}

/** Bedrock wraps the schema once more; Gemini writes types in capitals. */
function jsonSchema(schema: Json | undefined): Json | undefined {
  if (schema === undefined || !isJsonObject(schema)) return schema;
  const wrapped = schema.get("json");
  if (wrapped !== undefined && schema.size === 1) return jsonSchema(wrapped);
  return schema.get("type") === "OBJECT" ? smallTypes(schema) : schema;
}

function smallTypes(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(smallTypes);
  if (!isJsonObject(schema)) return schema;
  return new Map(
    [...schema].map(([key, value]) => [
      key,
      key === "type" && typeof value === "string" ? value.toLowerCase() : smallTypes(value),
    ]),
  );
}

/** Tools that the provider runs have a type and need no schema. */
function isHosted(definition: Json): boolean {
  return isJsonObject(definition) && typeof definition.get("type") === "string" && !definition.has("function");
}

function objectOf(value: Json | undefined): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
