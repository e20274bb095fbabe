import { argumentPlace, callField, type Explanation, type SourceNode } from "@tool-dispatch/core";
import type { Analysis, CallView } from "./analysis.ts";
import type { Spot } from "./spot.ts";

/** Where hop number `hop` of a reference stands in the Context or Calls text; through the escapes of argument texts. */
export function spotOfHop(analysis: Analysis, view: CallView, explanation: Explanation, hop: number): Spot | undefined {
  const segments = explanation.hops
    .slice(0, hop + 1)
    .filter((one) => one.found)
    .map((one) => one.segment);
  switch (explanation.kind) {
    case "context":
    case "context-key":
      if (view.contextSpots !== undefined) return view.contextSpots.get(explanation.key)?.[hop];
      return spot("context", nodeAt(analysis.context.value.source, segments));
    case "arguments":
      return argumentSpot(analysis, view, segments.slice(1));
    case "call":
      return callSpot(analysis, view, segments.slice(1));
    case "tool_name":
      return callSpot(analysis, view, ["name"]);
    case "tool_call_id":
      return callSpot(analysis, view, ["id"]);
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

/** Where a field of the normalised call stands in what was pasted: there it may have another name. */
function callSpot(analysis: Analysis, view: CallView, [field, ...rest]: readonly string[]): Spot | undefined {
  const { node } = view;
  if (node === undefined) return undefined;
  if (field === "arguments" || field === "raw_arguments") return argumentSpot(analysis, view, rest);
  if (field === "name" || field === "id") return spot("calls", callField(node, field) ?? node);
  return spot("calls", nodeAt(node, field === "raw_call" ? rest : field === undefined ? [] : [field]));
}

function argumentSpot(analysis: Analysis, { node }: CallView, path: readonly string[]): Spot | undefined {
  if (node === undefined) return undefined;
  return { document: "calls", range: argumentPlace(analysis.calls.text, node, path) ?? node.range };
}
