import * as schemaLibrary from "@cfworker/json-schema";
import { type SchemaViolation, schemaViolations } from "../nodes/checks/validate-instance.ts";
import { NodeFault } from "../nodes/node-fault.ts";
import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";

/** What the definition of a tool says against the arguments of a call. */
export interface DefinitionViolation {
  /** From the arguments down to the value. */
  readonly path: readonly string[];
  readonly code: "missing_required_argument" | "arguments_not_as_defined" | "definition_not_usable";
  /** The missing argument's name, or the keyword of the schema. */
  readonly detail: string;
  /** Without a full stop. */
  readonly message: string;
}

/** Every violation of the arguments, by place. A schema that cannot be used is one violation of its own. */
export function checkDefinition(args: Json, schema: Json): readonly DefinitionViolation[] {
  try {
    return schemaViolations(schemaLibrary, args, tame(schema)).map(violation);
  } catch (fault) {
    if (!(fault instanceof NodeFault)) throw fault;
    return [{ path: [], code: "definition_not_usable", detail: "", message: fault.message }];
  }
}

/** Arguments that the definition requires and the call does not give, in the definition's order. */
export function missingArguments(args: Json, schema: Json | undefined): readonly string[] {
  const required = isJsonObject(schema) ? (schema.get("required") ?? null) : null;
  if (!isJsonArray(required)) return [];
  const given = isJsonObject(args) ? args : new Map<string, Json>();
  return required.filter((name): name is string => typeof name === "string" && !given.has(name));
}

function violation({ keyword, message, pointer }: SchemaViolation): DefinitionViolation {
  const path = pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const [, missing] = keyword === "required" ? (/"(.*)"/.exec(message) ?? []) : [];
  return missing === undefined
    ? { path, code: "arguments_not_as_defined", detail: keyword, message }
    : { path, code: "missing_required_argument", detail: missing, message };
}

const NESTED_REPETITION = /[+*}]\)*[+*{]|\([^()]*[+*{|][^()]*\)[+*{]|\\[1-9]/;

/**
 * The schema without patterns that could keep a regular expression busy without end: definitions come out of a paste and
 * are checked while somebody types.
 */
function tame(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(tame);
  if (!isJsonObject(schema)) return schema;
  return new Map([...schema].filter(([key, value]) => !isWild(key, value)).map(([key, value]) => [key, tame(value)]));
}

function isWild(key: string, value: Json): boolean {
  if (key === "patternProperties" && isJsonObject(value))
    return [...value.keys()].some((one) => NESTED_REPETITION.test(one));
  return key === "pattern" && typeof value === "string" && (value.length > 500 || NESTED_REPETITION.test(value));
}
