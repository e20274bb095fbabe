import { type AppStore, createAppStore } from "../store/create-app-store.ts";
import type { KeptRun } from "../store/kept-run.ts";
import { type Action, initialState, type State } from "../store/state.ts";

/** What can be done with a run that is over: look at it. */
const LOOKING: ReadonlySet<Action["type"]> = new Set(["call-chosen", "detail-tab-chosen", "drawer-tab-chosen"]);

/** A store that holds one old run as it was. Whatever would change it, or run it, is left undone. */
export function openOldStore({ draft, analysis, run }: KeptRun): AppStore {
  const initial: State = { ...initialState(draft, "system"), analysis, run, settled: run, host: run.host };
  const store = createAppStore(initial);
  const dispatch = (action: Action) => {
    if (LOOKING.has(action.type)) store.dispatch(action);
  };
  return { ...store, dispatch };
}
