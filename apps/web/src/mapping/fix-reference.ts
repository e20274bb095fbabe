import type { Explanation } from "@tool-dispatch/core";
import type { Analysis, CallView } from "../store/analysis.ts";
import type { Draft } from "../store/draft.ts";
import { spotOfReference } from "../store/source-spots.ts";

/** More siblings than this are no help, each with a button of its own. */
const MOST_SIBLINGS = 4;

/** The references that would probably be right, each a click away: all keys that are there when they are few. */
export function fixesOf(explanation: Explanation): readonly string[] {
  const { reference, reason, alternatives = [], notes = [] } = explanation;
  const few = reason === null || reference === undefined ? [] : siblings(explanation, reference);
  if (few.length > 0) return few;
  return [...new Set([...alternatives, ...notes.flatMap((note) => note.alternatives ?? [])])];
}

/** The keys that stand where the walk ended, in the place of the one that does not. */
function siblings({ kind, hops, keys = [] }: Explanation, reference: string): readonly string[] {
  if (keys.length > MOST_SIBLINGS) return [];
  const path = reference.split(".");
  const broken = hops.findIndex((hop) => !hop.found);
  // Context paths begin with `ctx`, which is no hop.
  const at = kind === "context" ? broken + 1 : broken;
  const usable = keys.filter((key) => key !== "" && !key.includes("."));
  return usable.map((key) => path.map((segment, index) => (index === at ? key : segment)).join("."));
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
