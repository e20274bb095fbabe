import type { JsonObject } from "../../vocabulary/json.ts";
import { type Piece, piece } from "../found.ts";
import { type Located, objectsAt, spokenField, textField } from "../located.ts";

const ASSISTANT = new Set(["assistant", "model", "ai", "chatbot"]);
const OTHERS = new Set(["user", "system", "developer", "human"]);

/** A message without calls: a person's, which ends a turn, or an assistant's, in whose text markup may have leaked. */
export function readSpeech(item: Located<JsonObject>): Piece | undefined {
  const role = (textField(item, "role") ?? textField(item, "type") ?? "").toLowerCase();
  const hasContent = item.value.has("content") || item.value.has("parts") || item.value.has("text");
  if (!hasContent || !(ASSISTANT.has(role) || OTHERS.has(role))) return undefined;
  if (OTHERS.has(role)) return piece("openai-chat", { ends: true, spoken: [] });
  const inner = [...objectsAt(item, "content"), ...objectsAt(item, "parts")];
  const spoken = [...spokenField(item, "content"), ...inner.flatMap((part) => spokenField(part, "text"))];
  return piece("openai-chat", { spoken });
}
