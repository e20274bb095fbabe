/** Shapes in which calls are pasted (spec 10 §1). `array`: what the node reads by itself, untouched. */
export const FORMAT_TITLES = {
  array: "Tool calls",
  "openai-chat": "OpenAI Chat",
  "openai-legacy": "OpenAI legacy function call",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic Messages",
  gemini: "Gemini",
  "gemini-interactions": "Gemini Interactions",
  mistral: "Mistral",
  "mistral-conversations": "Mistral conversations",
  bedrock: "Bedrock Converse",
  ollama: "Ollama",
  "cohere-v2": "Cohere v2",
  "cohere-v1": "Cohere v1",
  langchain: "LangChain",
  "ai-sdk": "AI SDK",
  "ai-sdk-v4": "AI SDK 4",
  "ai-sdk-ui": "AI SDK UI message",
  mcp: "MCP tools/call",
  hermes: "Hermes / Qwen markup",
  "qwen-xml": "Qwen-Coder XML",
  "invoke-xml": "Anthropic-style XML",
  deepseek: "DeepSeek markup",
  harmony: "Harmony (gpt-oss)",
} as const;

export type FormatName = keyof typeof FORMAT_TITLES;

export const FORMAT_NAMES = Object.keys(FORMAT_TITLES) as readonly FormatName[];

export function isFormatName(name: unknown): name is FormatName {
  return typeof name === "string" && Object.hasOwn(FORMAT_TITLES, name);
}
