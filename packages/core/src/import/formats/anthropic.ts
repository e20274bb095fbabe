import type { JsonObject } from "../../vocabulary/json.ts";
import { foundAnswer, foundCall, messageOf, type Piece, piece, skippedCall } from "../found.ts";
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
  if (type === "server_tool_use" || type === "mcp_tool_use") {
    const skipped = skippedCall(block.node, "provider_executed", block.value.get("id"), block.value.get("name"));
    return piece("anthropic", { skipped: [skipped] });
  }
  if (type === "tool_result") {
    const answer = foundAnswer(block.node, { id: block.value.get("tool_use_id"), content: block.value.get("content") });
    return piece("anthropic", { answers: [answer], ends: true });
  }
  return type.endsWith("_tool_result") || type === "thinking" ? piece("anthropic", {}) : undefined;
}
