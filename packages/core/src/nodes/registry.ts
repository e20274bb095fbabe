import type { NodeImplementation } from "../ports/node.ts";
import { cacheGet } from "./cache/cache-get.ts";
import { cacheSet } from "./cache/cache-set.ts";
import { jsonValidate } from "./checks/json-validate.ts";
import { validateSchema } from "./checks/validate-schema.ts";
import { batch } from "./data/batch.ts";
import { csvParse } from "./data/csv-parse.ts";
import { csvStringify } from "./data/csv-stringify.ts";
import { dataFilter } from "./data/data-filter.ts";
import { dataTransform } from "./data/data-transform.ts";
import { deduplicate } from "./data/deduplicate.ts";
import { jsonExtractPath } from "./data/json-extract-path.ts";
import { jsonParse } from "./data/json-parse.ts";
import { jsonStringify } from "./data/json-stringify.ts";
import { renameFields } from "./data/rename-fields.ts";
import { selectFields } from "./data/select-fields.ts";
import { xmlParse } from "./data/xml-parse.ts";
import { xmlStringify } from "./data/xml-stringify.ts";
import { yamlParse } from "./data/yaml-parse.ts";
import { yamlStringify } from "./data/yaml-stringify.ts";
import { httpNodes } from "./network/http-nodes.ts";
import { llm } from "./network/llm.ts";
import { nodeClass, nodeTypes } from "./node-types.ts";
import { ifBodyContains } from "./routing/if-body-contains.ts";
import { ifHttpStatus } from "./routing/if-http-status.ts";
import { ifNode } from "./routing/if-node.ts";
import { switchNode } from "./routing/switch-node.ts";
import { aiChunk } from "./text/ai-chunk.ts";
import { aiChunkMerge } from "./text/ai-chunk-merge.ts";
import { base64Decode } from "./text/base64-decode.ts";
import { base64Encode } from "./text/base64-encode.ts";
import { dateFormat } from "./text/date-format.ts";
import { delay } from "./text/delay.ts";
import { hash } from "./text/hash.ts";
import { htmlSanitize } from "./text/html-sanitize.ts";
import { htmlToMarkdown } from "./text/html-to-markdown.ts";
import { log } from "./text/log.ts";
import { markdownToHtml } from "./text/markdown-to-html.ts";
import { templateRender } from "./text/template-render.ts";
import { unavailableNode } from "./unavailable-node.ts";

/** What this package carries out itself; the composition nodes and `code` are the engine's. */
const IMPLEMENTED: ReadonlyMap<string, NodeImplementation> = new Map([
  ["if_node", ifNode],
  ["switch_node", switchNode],
  ["if_body_contains", ifBodyContains],
  ["if_http_status", ifHttpStatus],
  ["json_parse", jsonParse],
  ["json_stringify", jsonStringify],
  ["json_extract_path", jsonExtractPath],
  ["select_fields", selectFields],
  ["rename_fields", renameFields],
  ["data_transform", dataTransform],
  ["data_filter", dataFilter],
  ["batch", batch],
  ["deduplicate", deduplicate],
  ["csv_parse", csvParse],
  ["csv_stringify", csvStringify],
  ["yaml_parse", yamlParse],
  ["yaml_stringify", yamlStringify],
  ["xml_parse", xmlParse],
  ["xml_stringify", xmlStringify],
  ["hash", hash],
  ["base64_encode", base64Encode],
  ["base64_decode", base64Decode],
  ["validate_schema", validateSchema],
  ["json_validate", jsonValidate],
  ["date_format", dateFormat],
  ["markdown_to_html", markdownToHtml],
  ["html_to_markdown", htmlToMarkdown],
  ["html_sanitize", htmlSanitize],
  ["ai_chunk", aiChunk],
  ["ai_chunk_merge", aiChunkMerge],
  ["log", log],
  ["template_render", templateRender],
  ["delay", delay],
  ["llm", llm],
  ...httpNodes,
  ["cache_set", cacheSet],
  ["cache_get", cacheGet],
]);

const ALL: ReadonlyMap<string, NodeImplementation> = new Map(
  nodeTypes.flatMap((type): [string, NodeImplementation][] => {
    const implementation = IMPLEMENTED.get(type) ?? unavailable(type);
    return implementation === undefined ? [] : [[type, implementation]];
  }),
);

/**
 * The implementation of a node type; undefined for types that do not exist and for those of classes `lua` and `flow`,
 * which the engine brings along.
 */
export function nodeImplementation(type: string): NodeImplementation | undefined {
  return ALL.get(type);
}

function unavailable(type: string): NodeImplementation | undefined {
  const kind = nodeClass(type);
  switch (kind) {
    case undefined:
    case "pure":
    case "log":
    case "time":
    case "lua":
    case "flow":
    case "cache":
      return undefined;
    default:
      return unavailableNode(type, kind);
  }
}
