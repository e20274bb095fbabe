import type { JsonObject } from "../../vocabulary/json.ts";
import { foundCall, messageOf, type Piece, piece, textOf } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt } from "../located.ts";

/** Blocks `toolUse` and `toolResult` of a Bedrock Converse message; the key is the tag. */
export function readBedrockMessage(item: Located<JsonObject>): Piece | undefined {
  return messageOf(objectsAt(item, "content").flatMap((block) => readBedrockBlock(block) ?? []));
}

/** One content block by itself. */
export function readBedrockBlock(block: Located<JsonObject>): Piece | undefined {
  const inner = objectField(block, "toolUse");
  if (inner !== undefined) {
    const fields = {
      id: fieldOf(inner, "toolUseId"),
      name: fieldOf(inner, "name"),
      arguments: fieldOf(inner, "input"),
    };
    if (inner.value.get("type") !== "server_tool_use")
      return piece("bedrock", { calls: [foundCall(block, fields, "value")] });
    const [id, name] = [textOf(inner.value, "toolUseId") ?? null, textOf(inner.value, "name") ?? null];
    return piece("bedrock", { skipped: [{ id, name, reason: "provider_executed", node: block.node }] });
  }
  const result = objectField(block, "toolResult");
  if (result === undefined) return undefined;
  const id = textOf(result.value, "toolUseId");
  const content = result.value.get("content");
  const found = {
    ...(id === undefined ? {} : { id }),
    ...(content === undefined ? {} : { content }),
    node: block.node,
  };
  return piece("bedrock", { answers: [found], ends: true });
}
