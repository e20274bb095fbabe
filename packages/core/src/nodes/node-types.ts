/** What a node type needs beyond context and configuration (spec 07 §7). */
export type NodeClass =
  | "pure"
  | "log"
  | "time"
  | "lua"
  | "flow"
  | "cache"
  | "network"
  | "object-storage"
  | "network-and-files"
  | "database"
  | "files"
  | "process"
  | "process-or-network";

const BY_CLASS: Readonly<Record<NodeClass, string>> = {
  pure: `
    if_node switch_node if_body_contains if_http_status
    json_parse json_stringify json_extract_path select_fields rename_fields data_filter data_transform batch
    deduplicate csv_parse csv_stringify xml_parse xml_stringify yaml_parse yaml_stringify
    template_render hash markdown_to_html html_to_markdown html_sanitize date_format ai_chunk ai_chunk_merge
    validate_schema json_validate
    base64_encode base64_decode`,
  log: "log",
  time: "delay",
  lua: "code foreach",
  flow: "subworkflow parallel_subworkflows repeat_subworkflow tool_dispatch",
  cache: "cache_set cache_get",
  network: `
    http_request http_get http_post http_put http_delete llm ai_embed ai_chunk_semantic send_email slack_notification
    arangodb_aql`,
  "object-storage": `
    s3_presign_url s3_copy_object s3_delete_object s3_get_object s3_list_buckets s3_list_objects s3_put_object
    s3vector_create_bucket s3vector_create_index s3vector_delete_bucket s3vector_delete_index s3vector_delete_vectors
    s3vector_get_bucket s3vector_get_index s3vector_put_vectors s3vector_query_vectors`,
  "network-and-files": "transcribe",
  database: "db_query db_exec",
  files: `
    read_file write_file copy_file move_file delete_file list_directory zip_create zip_extract zip_list
    extract_word extract_pptx extract_pdf extract_html extract_vtt extract_srt extract_xlsx pdf_metadata pdf_to_image
    pdf_thumbnail pdf_merge pdf_split
    image_metadata image_convert image_watermark image_rotate image_flip image_grayscale image_to_pdf image_resize
    image_crop`,
  process: "shell_command",
  "process-or-network": "mcp_client",
};

const CLASSES: ReadonlyMap<string, NodeClass> = new Map(
  (Object.entries(BY_CLASS) as [NodeClass, string][]).flatMap(([nodeClass, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((type): [string, NodeClass] => [type, nodeClass]),
  ),
);

/** Every node type that a flow may use: `nodes.TYPE` exists for each (spec 07 §7). */
export const nodeTypes: readonly string[] = [...CLASSES.keys()];

/** Undefined for a type that does not exist. */
export function nodeClass(type: string): NodeClass | undefined {
  return CLASSES.get(type);
}
