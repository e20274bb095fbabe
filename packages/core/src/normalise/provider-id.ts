import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

const ID_KEYS = ["call_id", "tool_call_id", "toolCallId", "toolUseId", "id"];
const NAME_KEYS = ["name", "toolName"];
const INNER_KEYS = ["function", "custom", "functionCall", "function_call", "toolUse", "params"];

/**
 * The id that the provider gave a call, of whatever type; undefined when it gave none, so that the call's id is made up.
 * Of a call that arrived in the normalised form its own id.
 */
export function providerId(call: ToolCall): Json | undefined {
  const raw = call.get("raw_call");
  if (raw === undefined) return call.get("id");
  if (!isJsonObject(raw)) return undefined;
  const own = idIn(raw);
  if (own !== undefined) return own;
  for (const inner of innerObjects(raw)) {
    const id = idIn(inner);
    if (id !== undefined) return id;
  }
  return undefined;
}

function idIn(object: JsonObject): Json | undefined {
  for (const key of ID_KEYS) {
    const id = object.get(key);
    if (id !== undefined && id !== null) return id;
  }
  return undefined;
}

/** The raw member names a tool by a text, be it an empty one. A member that is text is markup, which was read by its name. */
export function hasProviderName(call: ToolCall): boolean {
  const raw = call.get("raw_call");
  if (raw === undefined || !isJsonObject(raw)) return true;
  return [raw, ...innerObjects(raw)].some((object) => NAME_KEYS.some((key) => typeof object.get(key) === "string"));
}

function innerObjects(raw: JsonObject): readonly JsonObject[] {
  return INNER_KEYS.flatMap((key) => {
    const inner = raw.get(key);
    return isJsonObject(inner) ? [inner] : [];
  });
}
