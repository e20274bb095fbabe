import { toPlain } from "../../json/plain-json.ts";
import type { Json } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import { checkSchema, schemaDraft } from "./check-schema.ts";
import type { SchemaLibrary } from "./schema-library.ts";

interface ValidationError {
  readonly keyword: string;
  readonly keywordLocation: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** What is wrong with one place of a value. */
export interface SchemaViolation {
  readonly keyword: string;
  /** JSON Pointer; empty for the value itself. */
  readonly pointer: string;
  /** Without a full stop. */
  readonly message: string;
}

/** What is wrong with the value, each text ending ` at` and a JSON Pointer; a bad schema is a fault (spec 07 §5). */
export function validateInstance(library: SchemaLibrary, instance: Json, schema: Json): string[] {
  return schemaViolations(library, instance, schema).map(({ message, pointer }) => `${message} at ${pointer}`);
}

/** The violations of a value; a schema that is none is a NodeFault (spec 07 §5). */
export function schemaViolations(library: SchemaLibrary, instance: Json, schema: Json): SchemaViolation[] {
  const problem = checkSchema(schema);
  if (problem !== undefined) throw new NodeFault(`Invalid JSON schema: ${problem}`);
  const plain = toPlain(schema) as ConstructorParameters<SchemaLibrary["Validator"]>[0];
  const validator = guarded(() => new library.Validator(plain, schemaDraft(schema), false));
  requireLocalReferences(library, plain);
  const { errors } = guarded(() => validator.validate(toPlain(instance)));
  return leaves(errors).map(violation);
}

function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    const reason = thrown instanceof RangeError ? "it refers to itself without end" : (thrown as Error).message;
    throw new NodeFault(`Invalid JSON schema: ${reason}`);
  }
}

/** The library notes on each schema of the document where its reference leads; nothing is ever fetched. */
function requireLocalReferences(library: SchemaLibrary, schema: unknown): void {
  const known = library.dereference(schema as Parameters<SchemaLibrary["dereference"]>[0]);
  for (const member of Object.values(known)) {
    if (typeof member === "boolean") continue;
    const { $ref, __absolute_ref__: target } = member as { $ref?: string; __absolute_ref__?: string };
    if ($ref === undefined || target === undefined || target in known) continue;
    const what = $ref.startsWith("#")
      ? `'${$ref}' is an unresolved schema reference; nothing in the document has that place`
      : `'${$ref}' is an unresolved schema reference. External schema retrieval is disabled; put the definition under '$defs' of the same document`;
    throw new NodeFault(`Invalid JSON schema: ${what}`);
  }
}

/** Keywords whose inner errors do not say what to change: any one of several would do. */
const CHOICES = ["anyOf", "oneOf", "not", "contains"];

/** The errors that say something themselves, not those that only say that an inner one exists. */
function leaves(errors: readonly ValidationError[]): readonly ValidationError[] {
  const choices = errors.filter(({ keyword }) => CHOICES.includes(keyword));
  const isBelow = (inner: ValidationError, outer: ValidationError) =>
    inner.keywordLocation.startsWith(`${outer.keywordLocation}/`);
  const said = errors.filter(
    (error) =>
      !choices.some((choice) => isBelow(error, choice)) &&
      (choices.includes(error) || !errors.some((other) => isBelow(other, error))),
  );
  const named = said.filter(({ keyword }) => keyword !== "false");
  return named.length > 0 ? named : said;
}

function violation({ error, instanceLocation, keyword }: ValidationError): SchemaViolation {
  return { keyword, message: error.replace(/\.$/, ""), pointer: decodeURI(instanceLocation.slice(1)) };
}
