import { defineNode } from "../define-node.ts";
import { parseJsonText } from "../parse-source.ts";

/** Text under `source_key` as a JSON value (spec 07 §5). */
export const jsonParse = defineNode("json_parse", ({ settings }) => {
  const source = settings.source();
  const outputKey = settings.text("output_key");
  return [[outputKey, parseJsonText(source.asText(), `Failed to parse JSON in '${source.key}'`)]];
});
