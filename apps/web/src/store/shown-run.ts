import type { RunView } from "./run-view.ts";
import type { State } from "./state.ts";

/** The run whose results are shown: the newest one that has ended, or the first while there is none. */
export function shownRun(state: State): RunView | undefined {
  const { run, settled } = state;
  return run?.status === "ended" ? run : (settled ?? run);
}
