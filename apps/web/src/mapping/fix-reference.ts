import type { Explanation } from "@tool-dispatch/core";
import type { Analysis, CallView } from "../store/analysis.ts";
import type { Draft } from "../store/draft.ts";
import { spotOfReference } from "../store/source-spots.ts";

/** The references that would probably be right, each a click away. */
export function fixesOf(explanation: Explanation): readonly string[] {
  const { reference, nearest, reason, hops } = explanation;
  const notes = (explanation.notes ?? []).flatMap((note) => note.alternatives ?? []);
  if (reference === undefined) return notes;
  if (reason === "empty-segment") return [reference.replace(/\.+$/, "").replace(/\.{2,}/g, ".")];
  if (nearest === undefined || reason === null) return notes;
  const broken = hops.findIndex((hop) => !hop.found);
  const path = reference.split(".");
  // Context paths begin with `ctx`, which is no hop.
  const at = explanation.kind === "context" ? broken + 1 : broken;
  return [path.map((segment, index) => (index === at ? nearest : segment)).join(".")];
}

/** The Tools text with another reference in the place of this one. */
export function withReference(
  draft: Draft,
  analysis: Analysis,
  view: CallView,
  key: string,
  reference: string,
): string | undefined {
  const spot = spotOfReference(analysis, view, key);
  if (spot === undefined || analysis.tools.stale) return undefined;
  const { start, end } = spot.range;
  return `${draft.tools.slice(0, start)}${JSON.stringify(reference)}${draft.tools.slice(end)}`;
}
