import type { Node, Parser } from "web-tree-sitter";
import type { HandlerPlace, HandlerReads, LuaAnalysis, UndefinedRead } from "../../ports/lua-analysis.ts";
import { type AnalysisFiles, readAnalysisFiles } from "./analysis-wasm.ts";
import { findHandlers } from "./find-handlers.ts";
import { LineIndex } from "./line-index.ts";
import { undefinedReads } from "./scope-walk.ts";

/** Loads the parser of Lua 5.4, which is large: only when something is to be validated. */
export async function createLuaAnalysis(files?: AnalysisFiles): Promise<LuaAnalysis> {
  const [library, wasm] = await Promise.all([import("web-tree-sitter"), readAnalysisFiles(files)]);
  await library.Parser.init({ wasmBinary: wasm.parser });
  const parser = new library.Parser();
  parser.setLanguage(await library.Language.load(wasm.grammar));
  return {
    handlers: (source, handlers) => parsed(parser, source, (root) => handlerReads(root, source, handlers)),
    sourceText: (text) => sourceReads(parser, text),
  };
}

/** A tree lives in the parser's memory and must be given back. */
function parsed<T>(parser: Parser, text: string, use: (root: Node) => T): T {
  const tree = parser.parse(text);
  if (tree === null) throw new Error("the parser gave up");
  try {
    return use(tree.rootNode);
  } finally {
    tree.delete();
  }
}

function handlerReads(root: Node, source: string, handlers: readonly HandlerPlace[]): HandlerReads {
  const lines = new LineIndex(source);
  const found = findHandlers(root, lines, handlers);
  if (!found.ok) return found;
  return { ok: true, reads: found.functions.flatMap((node) => placed(undefinedReads(node), lines, 0)).sort(byPlace) };
}

const RETURN = "return ";

/** As a chunk; what is none is read as an expression. */
function sourceReads(parser: Parser, text: string): readonly UndefinedRead[] {
  const lines = new LineIndex(text);
  const asChunk = parsed(parser, text, (root) => (root.hasError ? undefined : placed(undefinedReads(root), lines, 0)));
  const reads = asChunk ?? parsed(parser, RETURN + text, (root) => placed(undefinedReads(root), lines, RETURN.length));
  return [...reads].sort(byPlace);
}

function placed(nodes: readonly Node[], lines: LineIndex, shift: number): UndefinedRead[] {
  return nodes.map((node) => {
    const offset = node.startIndex - shift;
    return { name: node.text, line: lines.line(offset), column: lines.column(offset) };
  });
}

function byPlace(a: UndefinedRead, b: UndefinedRead): number {
  return a.line - b.line || a.column - b.column;
}
