import { isJsonArray, isJsonObject, type Json } from "../../vocabulary/json.ts";

/**
 * What a JSON Schema is worth being refused for before anything is validated with it: a keyword of the wrong type, a
 * pattern that is no regular expression. Undefined: nothing. Unknown keywords are annotations and may hold anything.
 */
export function checkSchema(schema: Json, path = ""): string | undefined {
  if (typeof schema === "boolean") return undefined;
  if (!isJsonObject(schema)) return `a schema must be an object or a boolean at ${path || "the root"}`;
  for (const [keyword, value] of schema) {
    const problem = checkKeyword(keyword, value, `${path}/${escapePointer(keyword)}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

type Check = (value: Json, path: string) => string | undefined;

function checkKeyword(keyword: string, value: Json, path: string): string | undefined {
  const [needs, check] = KEYWORDS.get(keyword) ?? [];
  if (check === undefined) return undefined;
  const problem = check(value, path);
  return problem === WRONG ? `'${keyword}' must be ${needs} at ${path}` : problem;
}

/** Stands for the text of the table. */
const WRONG = "";

function expecting(holds: (value: Json) => boolean): Check {
  return (value) => (holds(value) ? undefined : WRONG);
}

const isText = (value: Json) => typeof value === "string";
const isNumber = (value: Json) => typeof value === "number" || typeof value === "bigint";
const isFlag = (value: Json) => typeof value === "boolean";
const isTexts = (value: Json) => isJsonArray(value) && value.every(isText);
const isCount = (value: Json) => isNumber(value) && Number.isInteger(Number(value)) && Number(value) >= 0;
const TYPES: readonly Json[] = ["array", "boolean", "integer", "null", "number", "object", "string"];
const isType = (value: Json) =>
  isJsonArray(value) ? value.length > 0 && value.every((type) => TYPES.includes(type)) : TYPES.includes(value);

const schemas: Check = (value, path) => {
  if (!isJsonArray(value) || value.length === 0) return WRONG;
  return firstProblem(value.entries(), path, checkSchema);
};

const schemaMap: Check = (value, path) => (isJsonObject(value) ? firstProblem(value, path, checkSchema) : WRONG);

const patternMap: Check = (value, path) => {
  if (!isJsonObject(value)) return WRONG;
  const bad = [...value.keys()].find((pattern) => !isPattern(pattern));
  return bad === undefined ? schemaMap(value, path) : `'${bad}' is not a regular expression at ${path}`;
};

const dependencyMap: Check = (value, path) => {
  if (!isJsonObject(value)) return WRONG;
  return firstProblem(value, path, (member, at) => (isTexts(member) ? undefined : checkSchema(member, at)));
};

const itemSchemas: Check = (value, path) =>
  isJsonArray(value) ? firstProblem(value.entries(), path, checkSchema) : checkSchema(value, path);

function firstProblem(
  members: Iterable<readonly [string | number, Json]>,
  path: string,
  check: Check,
): string | undefined {
  for (const [name, member] of members) {
    const problem = check(member, `${path}/${escapePointer(String(name))}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isPattern(value: Json): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}

function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function table(needs: string, check: Check, keywords: string): [string, readonly [string, Check]][] {
  return keywords.split(" ").map((keyword) => [keyword, [needs, check]]);
}

const KEYWORDS: ReadonlyMap<string, readonly [string, Check]> = new Map([
  ...table("a text", expecting(isText), "$id $schema $ref $anchor $dynamicRef $recursiveRef $comment format"),
  ...table("a regular expression", expecting(isPattern), "pattern"),
  ...table("a number", expecting(isNumber), "maximum minimum"),
  ...table(
    "a number",
    expecting((value) => isNumber(value) || isFlag(value)),
    "exclusiveMaximum exclusiveMinimum",
  ),
  ...table(
    "a number greater than 0",
    expecting((value) => isNumber(value) && Number(value) > 0),
    "multipleOf",
  ),
  ...table(
    "a whole number of at least 0",
    expecting(isCount),
    "maxLength minLength maxItems minItems maxProperties minProperties maxContains minContains",
  ),
  ...table("a boolean", expecting(isFlag), "uniqueItems"),
  ...table("an array of texts", expecting(isTexts), "required"),
  ...table(`one of ${TYPES.join(", ")}, or an array of these`, expecting(isType), "type"),
  ...table("an array", expecting(isJsonArray), "enum"),
  ...table("a schema or an array of schemas", itemSchemas, "items"),
  ...table("an array of schemas", schemas, "allOf anyOf oneOf prefixItems"),
  ...table("an object of schemas", schemaMap, "properties $defs definitions dependentSchemas"),
  ...table("an object of schemas", patternMap, "patternProperties"),
  ...table("an object of schemas or arrays of texts", dependencyMap, "dependencies"),
  ...table(
    "an object of arrays of texts",
    expecting((value) => isJsonObject(value) && [...value.values()].every(isTexts)),
    "dependentRequired",
  ),
  ...table(
    "a schema",
    checkSchema,
    "additionalItems unevaluatedItems contains additionalProperties unevaluatedProperties propertyNames not if then else",
  ),
]);

/** The `$schema` of the root, else the newest draft. */
export function schemaDraft(schema: Json): "4" | "7" | "2019-09" | "2020-12" {
  const dialect = isJsonObject(schema) ? schema.get("$schema") : undefined;
  if (typeof dialect !== "string") return "2020-12";
  if (dialect.includes("2019-09")) return "2019-09";
  if (/draft-0[67]/.test(dialect)) return "7";
  return dialect.includes("draft-04") ? "4" : "2020-12";
}
