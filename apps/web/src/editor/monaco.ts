// Before anything of Monaco is used.
import "./monaco-features.ts";
import { loader } from "@monaco-editor/react";
import * as monaco from "monaco-editor/editor";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";
import "monaco-editor/languages/definitions/lua/register";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

monaco.languages.register({ id: "json" });
// Faults are found by the product's own reader, so colours are all that is needed here.
monaco.languages.setMonarchTokensProvider("json", {
  tokenizer: {
    root: [
      [/"(?:[^"\\]|\\.)*"(?=\s*:)/, "key"],
      [/"(?:[^"\\]|\\.)*"/, "string"],
      [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, "number"],
      [/\b(?:true|false|null)\b/, "keyword"],
      [/[{}[\],:]/, "delimiter"],
    ],
  },
});
monaco.languages.setLanguageConfiguration("json", {
  brackets: [
    ["{", "}"],
    ["[", "]"],
  ],
  autoClosingPairs: [
    { open: "{", close: "}" },
    { open: "[", close: "]" },
    { open: '"', close: '"', notIn: ["string"] },
  ],
});

// Blocks of Lua are indented while they are written.
monaco.languages.setLanguageConfiguration("lua", {
  comments: { lineComment: "--", blockComment: ["--[[", "]]"] },
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
  autoClosingPairs: ["{}", "[]", "()", '""', "''"].map((pair) => ({ open: pair[0] ?? "", close: pair[1] ?? "" })),
  indentationRules: {
    increaseIndentPattern:
      /^(?!.*--.*\b(?:then|do)\b).*(?:\b(?:then|do|repeat|else)\s*|\bfunction\b[^()]*\([^()]*\)\s*|[{(]\s*)(?:--.*)?$/,
    decreaseIndentPattern: /^\s*(?:end|else|elseif|until|[})])(?![\w])/,
  },
});

const shared = (colours: Record<string, string>) => ({
  inherit: true,
  colors: {
    "editor.background": colours.raised ?? "",
    "editor.foreground": colours.text ?? "",
    "editorLineNumber.foreground": colours.quiet ?? "",
    "editorCursor.foreground": colours.link ?? "",
    "editor.selectionBackground": colours.mark ?? "",
    "editor.lineHighlightBackground": colours.raised ?? "",
    "editorGutter.background": colours.raised ?? "",
    ...bracketColours(colours.quiet ?? ""),
  },
  rules: [
    { token: "", foreground: strip(colours.text) },
    { token: "comment", foreground: strip(colours.quiet), fontStyle: "italic" },
    { token: "string", foreground: strip(colours.ok) },
    { token: "key", foreground: strip(colours.link) },
    { token: "keyword", foreground: strip(colours.secret) },
    { token: "number", foreground: strip(colours.warning) },
    { token: "delimiter", foreground: strip(colours.quiet) },
  ],
});

/** Colours mean something here, and the depth of a bracket is no such thing: all have that of the other delimiters. */
function bracketColours(colour: string): Record<string, string> {
  const depths = [1, 2, 3, 4, 5, 6].map((depth) => `editorBracketHighlight.foreground${depth}`);
  return Object.fromEntries(
    [...depths, "editorBracketHighlight.unexpectedBracket.foreground"].map((key) => [key, colour]),
  );
}

function strip(colour: string | undefined): string {
  return (colour ?? "").replace("#", "");
}

monaco.editor.defineTheme("ledger-light", {
  base: "vs",
  ...shared({
    raised: "#fdfdfa",
    text: "#1b1f1c",
    quiet: "#4c534e",
    link: "#0b5c7a",
    mark: "#d9ecf4",
    ok: "#1f6b3a",
    secret: "#5b3a8c",
    warning: "#8a5200",
  }),
});
monaco.editor.defineTheme("ledger-dark", {
  base: "vs-dark",
  ...shared({
    raised: "#18201c",
    text: "#e6e9e3",
    quiet: "#a9b4ac",
    link: "#7cc7e2",
    mark: "#173642",
    ok: "#83cf9b",
    secret: "#c0a6ec",
    warning: "#e6b25c",
  }),
});

loader.config({ monaco });

export { monaco };
