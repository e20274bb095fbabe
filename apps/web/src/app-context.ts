import { createContext, useContext } from "react";
import { useStore } from "zustand";
import type { ReadingDesk } from "./reading/reading-desk.ts";
import type { LiveRun } from "./runners/use-live-run.ts";
import type { AppStore } from "./store/create-app-store.ts";
import type { DraftKeeper } from "./store/draft-keeper.ts";
import type { Action, State } from "./store/state.ts";

/** What every panel may use: the store, and the run that is going on. */
export interface AppServices {
  readonly store: AppStore;
  readonly live: LiveRun;
  readonly keeper: DraftKeeper;
  /** For what is asked of large results. */
  readonly desk: ReadingDesk;
  /** The page is read in a frame of another page (`?embed=1`): nothing is edited or kept. */
  readonly embedded: boolean;
  /** What is shown is over: it can be looked at and not changed. */
  readonly readOnly: boolean;
}

export const AppContext = createContext<AppServices | undefined>(undefined);

export function useApp(): AppServices {
  const services = useContext(AppContext);
  if (services === undefined) throw new Error("outside of the application");
  return services;
}

/** A part of the state; the panel renders again when it changes. */
export function useSelect<T>(select: (state: State) => T): T {
  return useStore(useApp().store, select);
}

export function useDispatch(): (action: Action) => void {
  return useApp().store.dispatch;
}
