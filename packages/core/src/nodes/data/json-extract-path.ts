import { isJsonArray, isJsonObject, type Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { parseJsonText } from "../parse-source.ts";

/** The part of a value at a path such as `a.b[0].c` (spec 07 §5). */
export const jsonExtractPath = defineNode("json_extract_path", ({ settings }) => {
  const source = settings.source();
  const path = settings.text("path");
  const outputKey = settings.text("output_key");
  const parse = settings.flag("parse_json", false) && typeof source.value === "string";
  const root = parse ? parseJsonText(source.asText(), `Failed to parse JSON in '${source.key}'`) : source.value;
  const found = atPath(root, path);
  if (found !== undefined) return [[outputKey, found]];
  if (settings.flag("required", false)) throw new NodeFault(`Path '${path}' was not found in '${source.key}'`);
  return [[outputKey, settings.value("default") ?? null]];
});

function atPath(root: Json, path: string): Json | undefined {
  let current: Json | undefined = root;
  for (const selector of readPath(path)) {
    if (typeof selector === "number") current = isJsonArray(current) ? current[selector] : undefined;
    else current = isJsonObject(current) ? current.get(selector) : undefined;
  }
  return current;
}

/** Names and positions; a blank path has none. */
function readPath(path: string): (string | number)[] {
  const trimmed = path.trim();
  if (trimmed === "") return [];
  return trimmed.split(".").flatMap((part) => {
    const [, name, positions] = /^([^[\]]*)((?:\[\d+\])*)$/.exec(part) ?? [];
    if (name === undefined || positions === undefined || (name === "" && positions === "")) {
      throw new NodeFault(`json_extract_path: '${path}' is not a path; write it like a.b[0].c`);
    }
    const indexes = [...positions.matchAll(/\d+/g)].map(([digits]) => Number(digits));
    return name === "" ? indexes : [name, ...indexes];
  });
}
