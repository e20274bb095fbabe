import type { CST } from "yaml";
import { compactJson } from "../../json/print-json.ts";
import type { Json } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { YamlLibrary } from "./yaml-library.ts";

/** Aliases may multiply a value at most so often; a text that multiplies without end is refused. */
const MOST_ALIASES = 100;
const INTEGER_MIN = -(2n ** 63n);
const INTEGER_MAX = 2n ** 64n - 1n;

/** One YAML 1.2 document as JSON: tags of one's own dropped, non-finite numbers null, integers and floats kept apart. */
export function readYaml(library: YamlLibrary, text: string): Json {
  const tokens = [...new library.Parser().parse(text)];
  for (const token of tokens) dropTags(token);
  const composer = new library.Composer({ intAsBigInt: true, logLevel: "silent", uniqueKeys: true });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (document === undefined) return null;
  if (second !== undefined) throw new NodeFault("Failed to parse YAML: more than one document");
  const [error] = document.errors;
  if (error !== undefined) throw new NodeFault(`Failed to parse YAML: ${withPlace(library, text, error)}`);
  try {
    return jsonOf(document.toJS({ mapAsMap: true, maxAliasCount: MOST_ALIASES }));
  } catch (thrown) {
    if (thrown instanceof ReferenceError) throw new NodeFault(`Failed to parse YAML: ${thrown.message}`);
    throw thrown;
  }
}

function withPlace(library: YamlLibrary, text: string, error: { message: string; pos: [number, number] }): string {
  const lines = new library.LineCounter();
  for (let at = 0; at >= 0; at = text.indexOf("\n", at) + 1 || -1) lines.addNewLine(at);
  const { line, col } = lines.linePos(error.pos[0]);
  return `${error.message.split(" at line")[0]} at line ${line}, column ${col}`;
}

/** Takes `!own` tags out of the token tree; the standard ones (`!!str`) say how to read a value and stay. */
function dropTags(token: unknown): void {
  if (Array.isArray(token)) {
    for (let at = token.length - 1; at >= 0; at--) {
      if (isOwnTag(token[at])) token.splice(at, 1);
      else dropTags(token[at]);
    }
  } else if (typeof token === "object" && token !== null) {
    for (const part of Object.values(token)) if (typeof part === "object") dropTags(part);
  }
}

function isOwnTag(token: unknown): boolean {
  const { type, source } = (token ?? {}) as Partial<CST.SourceToken>;
  return type === "tag" && source !== undefined && source !== "!" && !/^!!|^!<tag:yaml\.org,2002:/.test(source);
}

function jsonOf(value: unknown): Json {
  switch (typeof value) {
    case "string":
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : null;
    case "bigint":
      return value >= INTEGER_MIN && value <= INTEGER_MAX ? value : Number(value);
    default:
      if (Array.isArray(value)) return value.map(jsonOf);
      return value instanceof Map ? objectOf(value) : null;
  }
}

function objectOf(map: ReadonlyMap<unknown, unknown>): Json {
  const object = new Map<string, Json>();
  for (const [key, member] of map) object.set(keyOf(jsonOf(key)), jsonOf(member));
  return object;
}

/** Keys that are numbers, booleans or null become their text. */
function keyOf(key: Json): string {
  if (typeof key === "string") return key;
  if (typeof key !== "object" || key === null) return compactJson(key);
  throw new NodeFault("Failed to parse YAML: a key that is an object or an array has no JSON form");
}
