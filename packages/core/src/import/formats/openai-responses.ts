import type { JsonObject } from "../../vocabulary/json.ts";
import { foundCall, type Piece, piece, type SkippedCall, textOf } from "../found.ts";
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
    const id = textOf(item.value, "call_id");
    const content = item.value.get("output");
    const answer = {
      ...(id === undefined ? {} : { id }),
      ...(content === undefined ? {} : { content }),
      node: item.node,
    };
    return piece(format, { answers: [answer], ends: true });
  }
  if (type === "reasoning") return piece(format, {});
  return HOSTED.has(type) ? piece(format, { skipped: [hosted(item, type)] }) : undefined;
}

function callFields(item: Located<JsonObject>) {
  return { id: fieldOf(item, "call_id"), name: fieldOf(item, "name") };
}

function hosted(item: Located<JsonObject>, type: string): SkippedCall {
  const id = textOf(item.value, "id") ?? null;
  return { id, name: textOf(item.value, "name") ?? type, reason: "provider_executed", node: item.node };
}
