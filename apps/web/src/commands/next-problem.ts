import type { DocumentName } from "../store/draft.ts";
import type { Spot } from "../store/spot.ts";
import type { State } from "../store/state.ts";

/** Something to look at: a place in a document, or a call whose references look wrong. */
export type ProblemStop = { readonly spot: Spot } | { readonly call: number };

const DOCUMENTS = new Set(["calls", "tools", "context", "exchanges"]);

/** Everything to look at, documents first, in the order in which the page tells it. */
export function problemStops({ analysis }: State): readonly ProblemStop[] {
  const spots = analysis.problems.flatMap(({ where, range }) =>
    where === undefined || range === undefined || !isDocument(where.document)
      ? []
      : [{ spot: { document: where.document, range } }],
  );
  const calls = analysis.views.filter((view) => view.suspicious > 0).map((view) => ({ call: view.index }));
  return [...spots, ...calls];
}

function isDocument(name: string): name is DocumentName {
  return DOCUMENTS.has(name);
}
