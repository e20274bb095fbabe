/** What a handler finds without declaring it (spec 09 §2). `_ENV` is a local of every chunk. */
export const KNOWN_GLOBALS: ReadonlySet<string> = new Set(
  (
    "_G _VERSION assert error getmetatable ipairs math next pairs pcall print rawequal rawget rawlen rawset select " +
    "setmetatable string table tonumber tostring type utf8 xpcall ctx env json_parse json_stringify json_array " +
    "json_object json_null base64_encode base64_decode log uuid4 now_rfc3339 now_unix_ms _ENV"
  ).split(" "),
);
