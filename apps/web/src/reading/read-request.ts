import { type Analysis, analyse } from "../store/analysis.ts";
import type { Draft } from "../store/draft.ts";

/** What the page asks of the worker that reads large documents; answers come in the same order. */
export interface ReadRequest {
  readonly draft: Draft;
  /** What was shown before, where the worker does not know it: not the worker's own last answer. */
  readonly previous?: Analysis;
}

/** Reads one draft after another, each with what was readable in the one before (workbench §3). */
export function createReader(): (request: ReadRequest) => Analysis {
  let last: { readonly draft: string; readonly analysis: Analysis } | undefined;
  return ({ draft, previous }) => {
    const known = previous ?? (last?.draft === draft.id ? last.analysis : undefined);
    // Read again whatever its text, so that calls resolve anew: secrets may have changed, which no text tells.
    const again = known === undefined ? undefined : { ...known, context: { ...known.context, stale: true } };
    const analysis = analyse(draft, again);
    last = { draft: draft.id, analysis };
    return analysis;
  };
}
