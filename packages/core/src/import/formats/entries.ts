import type { JsonObject } from "../../vocabulary/json.ts";
import { type FoundAnswer, foundAnswer, foundCall, type Piece, piece, skippedCall } from "../found.ts";
import { fieldOf, type Located, textField } from "../located.ts";

/** Steps of the Gemini Interactions API: the tag of OpenAI Responses, but `id` is what an answer refers to. */
export function readInteractionsStep(item: Located<JsonObject>): Piece | undefined {
  const type = textField(item, "type");
  if (type === "function_call" && !item.value.has("call_id")) {
    const fields = { id: fieldOf(item, "id"), name: fieldOf(item, "name"), arguments: fieldOf(item, "arguments") };
    return piece("gemini-interactions", { calls: [foundCall(item, fields, "text")] });
  }
  if (type !== "function_result") return undefined;
  return piece("gemini-interactions", { answers: [answer(item, "call_id", "result")], ends: true });
}

/** Entries of a Mistral conversation: `tool_call_id` is what an answer refers to, `id` only names the entry. */
export function readMistralEntry(item: Located<JsonObject>): Piece | undefined {
  const type = textField(item, "type");
  if (type === "function.call") {
    const id = fieldOf(item, "tool_call_id");
    const fields = { id, name: fieldOf(item, "name"), arguments: fieldOf(item, "arguments") };
    return piece("mistral-conversations", { calls: [foundCall(item, fields, "text")] });
  }
  if (type === "function.result")
    return piece("mistral-conversations", { answers: [answer(item, "tool_call_id", "result")], ends: true });
  if (type !== "tool.execution") return undefined;
  const skipped = skippedCall(item.node, "provider_executed", item.value.get("id"), item.value.get("name"));
  return piece("mistral-conversations", { skipped: [skipped] });
}

function answer({ value, node }: Located<JsonObject>, idKey: string, contentKey: string): FoundAnswer {
  return foundAnswer(node, { id: value.get(idKey), content: value.get(contentKey) });
}
