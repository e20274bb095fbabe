import type { FormatName } from "../import/format-name.ts";

/** Shapes in which results go back (spec 10 §3). `openai-chat` is the shape of the product's own messages. */
export const REPLY_FORMATS = [
  "openai-chat",
  "openai-responses",
  "openai-legacy",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "mistral",
  "mistral-conversations",
  "bedrock",
  "ollama",
  "cohere-v2",
  "cohere-v1",
  "langchain",
  "ai-sdk",
  "ai-sdk-v4",
  "mcp",
] as const satisfies readonly FormatName[];

export type ReplyFormat = (typeof REPLY_FORMATS)[number];

export function isReplyFormat(name: unknown): name is ReplyFormat {
  return (REPLY_FORMATS as readonly unknown[]).includes(name);
}

/** The shape that answers calls which came in a format; markup is answered as its server would have been. */
export function replyFormatOf(format: FormatName): ReplyFormat {
  if (format === "ai-sdk-ui") return "ai-sdk";
  return isReplyFormat(format) ? format : "openai-chat";
}
