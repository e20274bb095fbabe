import { compactJson } from "../../json/print-json.ts";
import type { JsonObject } from "../../vocabulary/json.ts";
import { foundAnswer, foundCall, type Piece, piece } from "../found.ts";
import { fieldOf, type Located, objectField, textField } from "../located.ts";

/** A JSON-RPC request `tools/call`, or an answer to one. Notifications and other methods are no calls. */
export function readMcpMessage(item: Located<JsonObject>): Piece | undefined {
  const method = textField(item, "method");
  const isRpc = textField(item, "jsonrpc") !== undefined;
  if (method === "tools/call") {
    const params = objectField(item, "params");
    const name = params === undefined ? undefined : fieldOf(params, "name");
    const args = params === undefined ? undefined : fieldOf(params, "arguments");
    return piece("mcp", { calls: [foundCall(item, { id: idField(item), name, arguments: args }, "value")] });
  }
  if (method !== undefined) return isRpc ? piece("mcp", {}) : undefined;
  if (!isRpc || !(item.value.has("result") || item.value.has("error"))) return undefined;
  const content = item.value.get("result") ?? item.value.get("error");
  const answer = foundAnswer(item.node, { id: idField(item)?.value, content });
  return piece("mcp", { answers: [answer], ends: true });
}

/** An id is a string or an integer; 0 is one too. As the id of a call it is text, `raw_call` keeps its kind. */
function idField(item: Located<JsonObject>): Located | undefined {
  const id = fieldOf(item, "id");
  return typeof id?.value === "bigint" ? { value: compactJson(id.value), node: id.node } : id;
}
