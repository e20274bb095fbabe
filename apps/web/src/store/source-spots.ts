import {
  callArguments,
  type Explanation,
  isJsonObject,
  parseJsonWithSource,
  type SourceNode,
  type SourceRange,
  stringContentOffsets,
} from "@tool-dispatch/core";
import type { Analysis, CallView } from "./analysis.ts";
import type { Spot } from "./state.ts";

/** Where hop number `hop` of a reference stands in the Context or Calls text; through the escapes of argument texts. */
export function spotOfHop(analysis: Analysis, view: CallView, explanation: Explanation, hop: number): Spot | undefined {
  const segments = explanation.hops
    .slice(0, hop + 1)
    .filter((one) => one.found)
    .map((one) => one.segment);
  switch (explanation.kind) {
    case "context":
    case "context-key":
      return spot("context", nodeAt(analysis.context.value.source, segments));
    case "arguments":
      return argumentSpot(analysis, view, segments.slice(1));
    case "call":
    case "tool_name":
    case "tool_call_id":
      return view.node === undefined ? undefined : spot("calls", nodeAt(view.node, rawSegments(explanation, segments)));
    default:
      return undefined;
  }
}

/** Where the reference of an input stands in the Tools text. */
export function spotOfReference(analysis: Analysis, view: CallView, key: string): Spot | undefined {
  const path = key.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return spot("tools", nodeAt(analysis.tools.value.source, ["tools", view.name, "input", ...path], true));
}

function spot(document: "context" | "calls" | "tools", node: SourceNode | undefined): Spot | undefined {
  return node === undefined ? undefined : { document, range: node.range };
}

/** The node as far down as it goes; `exact`: only all the way. */
function nodeAt(root: SourceNode | undefined, segments: readonly string[], exact = false): SourceNode | undefined {
  let node = root;
  for (const segment of segments) {
    const next = node?.members?.get(segment) ?? node?.members?.get(Number(segment));
    if (next === undefined) return exact ? undefined : node;
    node = next;
  }
  return node;
}

/** A normalised field is shown where the raw call has it. */
function rawSegments(explanation: Explanation, segments: readonly string[]): readonly string[] {
  if (explanation.kind === "tool_name") return ["function", "name"];
  if (explanation.kind === "tool_call_id") return ["id"];
  const [, field, ...rest] = segments;
  if (field === "raw_call") return rest;
  if (field === "name" || field === "arguments" || field === "raw_arguments")
    return ["function", field.replace("raw_", "")];
  return field === undefined ? [] : [field];
}

function argumentSpot(analysis: Analysis, view: CallView, path: readonly string[]): Spot | undefined {
  const inner = view.node?.members?.get("function");
  const fields = ["arguments", "input", "args"].map(
    (field) => inner?.members?.get(field) ?? view.node?.members?.get(field),
  );
  const node = fields.find((field) => field !== undefined);
  if (node === undefined) return view.node === undefined ? undefined : spot("calls", view.node);
  const text = analysis.calls.text;
  if (text[node.range.start] !== '"' || !isJsonObject(callArguments(view.call)))
    return spot("calls", nodeAt(node, path));
  const range = rangeInString(text, node, path);
  return range === undefined ? spot("calls", node) : { document: "calls", range };
}

/** A value inside a JSON text that stands, escaped, in a string. */
function rangeInString(text: string, node: SourceNode, path: readonly string[]): SourceRange | undefined {
  const content = JSON.parse(text.slice(node.range.start, node.range.end)) as string;
  const parsed = parseJsonWithSource(content);
  if (!parsed.ok) return undefined;
  const found = nodeAt(parsed.source, path);
  const offsets = stringContentOffsets(text, node);
  const start = found === undefined ? undefined : offsets[found.range.start];
  const end = found === undefined ? undefined : offsets[found.range.end];
  return start === undefined || end === undefined ? undefined : { start, end };
}
