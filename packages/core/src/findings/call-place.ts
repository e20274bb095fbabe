import { parseJsonWithSource } from "../json/parse-json.ts";
import { stringContentOffsets } from "../json/string-content-offsets.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";

/** Where a field of a call stands, in a raw call, an imported one, or an already normalised one. */
export function callField(call: SourceNode, key: "id" | "name" | "arguments"): SourceNode | undefined {
  return call.members?.get("function")?.members?.get(key) ?? call.members?.get(key);
}

/**
 * Where a value of the arguments stands in the text: through the escapes, when the arguments are JSON text in a string.
 * The arguments as a whole when the path leads nowhere.
 */
export function argumentPlace(text: string, call: SourceNode, path: readonly string[]): SourceRange | undefined {
  const node = callField(call, "arguments");
  if (node === undefined) return undefined;
  const content = stringAt(text, node);
  if (content === undefined) return nodeAt(node, path)?.range ?? node.range;
  const parsed = parseJsonWithSource(content);
  const inner = parsed.ok ? nodeAt(parsed.source, path) : undefined;
  return inner === undefined ? node.range : rangeInString(text, node, inner.range);
}

/** A range of a JSON string's content as a range of the text that the string stands in. */
export function rangeInString(text: string, node: SourceNode, range: SourceRange): SourceRange {
  const offsets = stringContentOffsets(text, node);
  const start = offsets[range.start] ?? node.range.start;
  return { start, end: offsets[range.end] ?? node.range.end };
}

/** The content of the JSON string that is exactly the node; undefined when something else stands there. */
export function stringAt(text: string, node: SourceNode): string | undefined {
  if (text[node.range.start] !== '"' || text[node.range.end - 1] !== '"') return undefined;
  try {
    const content: unknown = JSON.parse(text.slice(node.range.start, node.range.end));
    return typeof content === "string" ? content : undefined;
  } catch {
    // The range spans the pieces of a stream.
    return undefined;
  }
}

function nodeAt(root: SourceNode, path: readonly string[]): SourceNode | undefined {
  let node: SourceNode | undefined = root;
  for (const segment of path) node = node?.members?.get(segment) ?? node?.members?.get(Number(segment));
  return node;
}
