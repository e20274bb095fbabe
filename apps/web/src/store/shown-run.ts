import type { RunView } from "./run-view.ts";
import type { State } from "./state.ts";

/** The run whose results are shown: the newest one that has ended, or the first while there is none. */
export function shownRun(state: State): RunView | undefined {
  const { run, settled } = state;
  return run?.status === "ended" ? run : (settled ?? run);
}

/** What is shown does not belong to the documents as they stand. */
export function isStale(state: State): boolean {
  return !state.analysis.runnable || state.outdated || shownRun(state) !== state.run;
}
