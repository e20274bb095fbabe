import type { JsonObject } from "../../vocabulary/json.ts";
import { type FoundAnswer, foundCall, messageOf, type Piece, piece, type SkippedCall, textOf } from "../found.ts";
import { fieldOf, type Located, objectsAt, spokenField, textField } from "../located.ts";

/** A message whose `content` holds blocks `tool_use` or `tool_result`. */
export function readAnthropicMessage(item: Located<JsonObject>): Piece | undefined {
  if (textField(item, "role") === undefined && !item.value.has("stop_reason")) return undefined;
  const pieces = objectsAt(item, "content").flatMap((block) => readAnthropicBlock(block) ?? []);
  const spoken = objectsAt(item, "content").flatMap((block) => spokenField(block, "text"));
  return messageOf(pieces, textField(item, "role") === "user" ? [] : spoken);
}

/** One content block by itself. What the provider ran is not for us: answering it would be refused (spec 10 §1). */
export function readAnthropicBlock(block: Located<JsonObject>): Piece | undefined {
  const type = textField(block, "type") ?? "";
  if (type === "tool_use") {
    const fields = { id: fieldOf(block, "id"), name: fieldOf(block, "name"), arguments: fieldOf(block, "input") };
    return piece("anthropic", { calls: [foundCall(block, fields, "value")] });
  }
  if (type === "server_tool_use" || type === "mcp_tool_use")
    return piece("anthropic", { skipped: [ranByServer(block)] });
  if (type === "tool_result") return piece("anthropic", { answers: [answer(block)], ends: true });
  return type.endsWith("_tool_result") || type === "thinking" ? piece("anthropic", {}) : undefined;
}

function ranByServer(block: Located<JsonObject>): SkippedCall {
  return {
    id: textOf(block.value, "id") ?? null,
    name: textOf(block.value, "name") ?? null,
    reason: "provider_executed",
    node: block.node,
  };
}

function answer(block: Located<JsonObject>): FoundAnswer {
  const id = textOf(block.value, "tool_use_id");
  const content = block.value.get("content");
  return { ...(id === undefined ? {} : { id }), ...(content === undefined ? {} : { content }), node: block.node };
}
