import type { JsonObject } from "../../vocabulary/json.ts";
import { foundAnswer, foundCall, type Piece, piece, skippedCall } from "../found.ts";
import { fieldOf, type Located, textField } from "../located.ts";

/** Items that the provider runs by itself: nothing is to be answered to them. */
const HOSTED = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
  "mcp_list_tools",
]);

/** Items of `output`: `call_id` is what an answer refers to, `id` only names the item. */
export function readResponsesItem(item: Located<JsonObject>): Piece | undefined {
  const type = textField(item, "type") ?? "";
  const format = "openai-responses";
  if (type === "function_call" && item.value.has("call_id")) {
    const call = foundCall(item, { ...callFields(item), arguments: fieldOf(item, "arguments") }, "text");
    return piece(format, { calls: [call] });
  }
  if (type === "custom_tool_call") {
    return piece(format, {
      calls: [foundCall(item, { ...callFields(item), arguments: fieldOf(item, "input") }, "free")],
    });
  }
  if (type === "function_call_output" || type === "custom_tool_call_output") {
    const answer = foundAnswer(item.node, { id: item.value.get("call_id"), content: item.value.get("output") });
    return piece(format, { answers: [answer], ends: true });
  }
  if (type === "reasoning") return piece(format, {});
  if (!HOSTED.has(type)) return undefined;
  const name = textField(item, "name") ?? type;
  return piece(format, { skipped: [skippedCall(item.node, "provider_executed", item.value.get("id"), name)] });
}

function callFields(item: Located<JsonObject>) {
  return { id: fieldOf(item, "call_id"), name: fieldOf(item, "name") };
}
