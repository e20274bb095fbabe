import type { Node } from "web-tree-sitter";
import type { HandlerPlace } from "../../ports/lua-analysis.ts";
import type { LineIndex } from "./line-index.ts";

export type FoundHandlers =
  | { readonly ok: true; readonly functions: readonly Node[] }
  | { readonly ok: false; readonly error: string };

/**
 * The functions of a file that were registered, each once. Loading knows their lines alone; where several functions
 * share them, the one that stands in the call that registers the step is meant.
 */
export function findHandlers(root: Node, lines: LineIndex, handlers: readonly HandlerPlace[]): FoundHandlers {
  const byLines = new Map<string, Node[]>();
  for (const node of root.descendantsOfType(["function_definition", "function_declaration"])) {
    if (node === null) continue;
    const key = `${lines.line(functionKeyword(node))}-${lines.line(node.endIndex - 1)}`;
    byLines.set(key, [...(byLines.get(key) ?? []), node]);
  }
  const functions = new Map<number, Node>();
  for (const { step, firstLine, lastLine } of handlers) {
    const key = `${firstLine}-${lastLine}`;
    const there = byLines.get(key) ?? [];
    const [found, second] = there.length > 1 ? there.filter((node) => registers(node, step)) : there;
    if (second !== undefined || (found === undefined && there.length > 1)) {
      return {
        ok: false,
        error: `Ambiguous serialized Lua handler at lines ${key}: put its functions on lines of their own`,
      };
    }
    if (found !== undefined) functions.set(found.id, found);
  }
  return { ok: true, functions: [...functions.values()] };
}

function functionKeyword(node: Node): number {
  return node.children.find((child) => child?.type === "function")?.startIndex ?? node.startIndex;
}

/** Whether the function is an argument of `:step("STEP", …)`, directly or as a setting of `nodes.code{…}`. */
function registers(node: Node, step: string): boolean {
  for (let at: Node | null = node.parent; at !== null; at = at.parent) {
    if (at.type === "function_definition" || at.type === "function_declaration") return false;
    if (at.type !== "function_call") continue;
    const method = at.childForFieldName("name")?.childForFieldName("method")?.text;
    if (method !== "step" && method !== "step_if") continue;
    const texts = (at.childForFieldName("arguments")?.namedChildren ?? []).filter((child) => child.type === "string");
    return texts[method === "step" ? 0 : 1]?.namedChild(0)?.text === step;
  }
  return false;
}
