import type { JsonObject } from "../../vocabulary/json.ts";
import { type FoundAnswer, foundAnswer, foundCall, messageOf, type Piece, piece, skippedCall } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt, spokenField, textField } from "../located.ts";

/** A content with `parts`: `functionCall`, `functionResponse`, and tools that the provider ran itself. */
export function readGeminiContent(item: Located<JsonObject>): Piece | undefined {
  const parts = objectsAt(item, "parts");
  const pieces = parts.flatMap((part) => readGeminiPart(part) ?? []);
  return messageOf(
    pieces,
    textField(item, "role") === "user" ? [] : parts.flatMap((part) => spokenField(part, "text")),
  );
}

/** One part. It is kept whole as `raw_call`: what stands beside the call, such as its signature, must go back. */
export function readGeminiPart(part: Located<JsonObject>): Piece | undefined {
  const call = either(part, "functionCall", "function_call");
  // OpenAI's deprecated `function_call` has `arguments`.
  if (call !== undefined && !call.value.has("arguments") && (call.value.has("name") || call.value.has("args"))) {
    const fields = { id: fieldOf(call, "id"), name: fieldOf(call, "name"), arguments: fieldOf(call, "args") };
    return piece("gemini", { calls: [foundCall(part, fields, "value")] });
  }
  const response = either(part, "functionResponse", "function_response");
  if (response !== undefined) return piece("gemini", { answers: [answerIn(part, response)], ends: true });
  const ran = either(part, "toolCall", "tool_call") ?? either(part, "executableCode", "executable_code");
  if (ran === undefined) return undefined;
  const name = textField(ran, "name") ?? textField(ran, "toolType");
  return piece("gemini", { skipped: [skippedCall(part.node, "provider_executed", ran.value.get("id"), name)] });
}

function either(part: Located<JsonObject>, camel: string, snake: string): Located<JsonObject> | undefined {
  return objectField(part, camel) ?? objectField(part, snake);
}

function answerIn(part: Located<JsonObject>, { value }: Located<JsonObject>): FoundAnswer {
  const given = { id: value.get("id"), name: value.get("name"), content: value.get("response") };
  return foundAnswer(part.node, given);
}
