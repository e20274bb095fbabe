import { createStore, type StoreApi } from "zustand/vanilla";
import { type Action, reduce, type State } from "./state.ts";

export interface AppStore extends StoreApi<State> {
  readonly dispatch: (action: Action) => void;
}

/** One reducer in one store, made in `main.tsx`. */
export function createAppStore(initial: State): AppStore {
  const store = createStore<State>(() => initial);
  const dispatch = (action: Action) => store.setState((state) => reduce(state, action), true);
  return Object.assign(store, { dispatch });
}
