import type { DocumentName } from "../store/draft.ts";

/** What a document is written in. Tools may be either: JSON, or Lua copied from a flow. */
export function languageOf(document: DocumentName, text: string): "json" | "lua" {
  if (document.startsWith("flow:")) return "lua";
  return document === "tools" && !/^\s*\{\s*"/.test(text) ? "lua" : "json";
}
