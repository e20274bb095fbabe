import { parseJson } from "@tool-dispatch/core";
import { applyEdits, format } from "jsonc-parser";
import { indentLua } from "./indent-lua.ts";

/**
 * The text with other blanks: JSON spread over lines, Lua indented. No token changes, so numbers keep their spelling and
 * keys their order. Undefined for a text that is to be JSON and is not.
 */
export function formatDocument(language: "json" | "lua", text: string): string | undefined {
  if (language === "lua") return indentLua(text);
  if (!parseJson(text).ok) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  return applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol }));
}
