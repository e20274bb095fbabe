import type { AppStore } from "./create-app-store.ts";

const SINGLE_KEYS = "tool-dispatch.single-keys";

/** Remembers whether commands of one key are on. */
export function rememberSingleKeys(store: AppStore): void {
  try {
    if (localStorage.getItem(SINGLE_KEYS) === "off") store.dispatch({ type: "single-keys-switched", on: false });
  } catch {
    // Without storage they are on at each visit.
  }
  store.subscribe((state, before) => {
    if (state.singleKeys === before.singleKeys) return;
    try {
      localStorage.setItem(SINGLE_KEYS, state.singleKeys ? "on" : "off");
    } catch {
      // The choice holds for this visit.
    }
  });
}
