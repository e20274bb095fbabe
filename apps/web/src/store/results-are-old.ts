import { shownRun } from "./shown-run.ts";
import type { State } from "./state.ts";

/** The results on the page are not those of the documents beside them. */
export function resultsAreOld(state: State): boolean {
  if (!state.analysis.runnable) return true;
  if (state.run?.status === "lost") return shownRun(state) !== state.run;
  return state.outdated && state.host === "server";
}
