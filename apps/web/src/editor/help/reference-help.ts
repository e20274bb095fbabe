import { callArguments, type Explanation, isJsonObject, type Json, type SourceRange } from "@tool-dispatch/core";
import { preview } from "../../results/preview.ts";
import type { Analysis, CallView } from "../../store/analysis.ts";
import { spotOfReference } from "../../store/source-spots.ts";
import { type PathStep, stepsIntoAll, valueAt } from "./value-paths.ts";

/** What a reference of the Tools text comes to in each call. */
export interface ReferenceHelp {
  readonly range: SourceRange;
  readonly reference: string;
  readonly calls: readonly { readonly call: number; readonly value: string; readonly why: string | undefined }[];
}

const MOST_CALLS = 8;

/** The reference that stands at an offset of the Tools text; undefined where none does, or the text is not readable. */
export function referenceAt(analysis: Analysis, offset: number): ReferenceHelp | undefined {
  if (analysis.tools.stale) return undefined;
  const found = analysis.views.flatMap((view) =>
    view.references.flatMap((explanation) => {
      const range = rangeOf(analysis, view, explanation);
      return range !== undefined && range.start <= offset && offset <= range.end ? [{ view, explanation, range }] : [];
    }),
  );
  const [first] = found;
  if (first?.explanation.reference === undefined) return undefined;
  return {
    range: first.range,
    reference: first.explanation.reference,
    calls: found.slice(0, MOST_CALLS).map(({ view, explanation }) => ({
      call: view.index,
      value: preview(explanation.value),
      why: explanation.reason === null ? undefined : explanation.message,
    })),
  };
}

function rangeOf(analysis: Analysis, view: CallView, explanation: Explanation): SourceRange | undefined {
  const spot = spotOfReference(analysis, view, explanation.key);
  return spot?.document === "tools" ? spot.range : undefined;
}

/** What may come next in a reference, and from where on it is replaced. */
export interface ReferenceCompletion {
  /** Offset of the segment that is being written. */
  readonly from: number;
  readonly steps: readonly PathStep[];
}

function listOf(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}

const ROOTS = ["arguments", "ctx", "call", "tool_name", "tool_call_id"];

/**
 * Paths that exist, for the reference that is being written in a string of the Tools text: arguments of the calls of
 * that tool (of all calls, where the tool cannot be told), keys of the context, fields of the calls.
 */
export function completeReference(analysis: Analysis, text: string, offset: number): ReferenceCompletion | undefined {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const written = /["']([^"']*)$/.exec(line)?.[1];
  if (written === undefined || !/[:=[{,(]\s*["'][^"']*$/.test(line)) return undefined;
  const segments = written.split(".");
  const last = segments.pop() ?? "";
  const from = offset - last.length;
  const views = viewsOf(analysis, text, offset);
  if (segments.length === 0)
    return { from, steps: ROOTS.map((segment) => ({ segment, value: rootValue(segment, analysis, views) })) };
  const [root = "", ...path] = segments;
  const values = rootValues(root, analysis, views).flatMap((value) => listOf(valueAt(value, path)));
  return { from, steps: stepsIntoAll(values) };
}

function rootValues(root: string, analysis: Analysis, views: readonly CallView[]): readonly Json[] {
  if (root === "ctx") return [analysis.context.value.value];
  if (root === "arguments") return views.map((view) => callArguments(view.call));
  return root === "call" ? views.map((view) => view.call) : [];
}

function rootValue(root: string, analysis: Analysis, views: readonly CallView[]): Json {
  const [first] = views;
  if (root === "tool_name") return first?.name ?? null;
  if (root === "tool_call_id") return first?.id ?? null;
  return rootValues(root, analysis, views)[0] ?? null;
}

/** The calls of the tool whose mapping the offset stands in. */
function viewsOf(analysis: Analysis, text: string, offset: number): readonly CallView[] {
  const before = text.slice(0, offset);
  const names = new Set(analysis.views.map((view) => view.name));
  let nearest: { name: string; at: number } | undefined;
  for (const name of names) {
    const at = Math.max(...[`"${name}"`, `'${name}'`, `${name} =`].map((key) => before.lastIndexOf(key)));
    if (at >= 0 && (nearest === undefined || at > nearest.at)) nearest = { name, at };
  }
  const own = analysis.views.filter((view) => view.name === nearest?.name);
  return own.length > 0 ? own : analysis.views;
}

/** Last values that a handler's `ctx` had, for completing `ctx.…` in its file: the path before the cursor's segment. */
export function completeContext(
  contexts: readonly Json[],
  line: string,
): { readonly from: number; readonly steps: readonly PathStep[] } | undefined {
  const path = /\bctx((?:\.[A-Za-z_]\w*)*)\.(\w*)$/.exec(line);
  if (path === null) return undefined;
  const segments = (path[1] ?? "").split(".").slice(1);
  const values = contexts.flatMap((context) => listOf(valueAt(context, segments)));
  const steps = stepsIntoAll(values.filter(isJsonObject)).filter(({ segment }) => /^[A-Za-z_]\w*$/.test(segment));
  return { from: line.length - (path[2] ?? "").length, steps };
}
