import type { JsonObject } from "../../vocabulary/json.ts";
import { foundAnswer, foundCall, messageOf, type Piece, piece, skippedCall } from "../found.ts";
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
    const skipped = skippedCall(block.node, "provider_executed", inner.value.get("toolUseId"), inner.value.get("name"));
    return piece("bedrock", { skipped: [skipped] });
  }
  const result = objectField(block, "toolResult");
  if (result === undefined) return undefined;
  const { value } = result;
  const answer = foundAnswer(block.node, { id: value.get("toolUseId"), content: value.get("content") });
  return piece("bedrock", { answers: [answer], ends: true });
}
