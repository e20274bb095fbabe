import type { AppStore } from "./create-app-store.ts";
import type { DraftStorage } from "./draft-storage.ts";
import type { Theme } from "./state.ts";

const THEME = "tool-dispatch.theme";

/** Keeps the draft in the browser, a moment after each change and when the page goes away. */
export function keepDraft(store: AppStore, storage: DraftStorage): void {
  let kept: unknown;
  const save = () => {
    const { draft } = store.getState();
    if (draft === kept) return;
    storage.save(draft);
    kept = draft;
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  store.subscribe((state, before) => {
    if (state.draft === before.draft) return;
    clearTimeout(timer);
    timer = setTimeout(save, 250);
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
}

export function readTheme(): Theme {
  try {
    const theme = localStorage.getItem(THEME);
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch {
    return "system";
  }
}

/** Shows the chosen theme on the document and remembers it. */
export function wearTheme(store: AppStore): void {
  const wear = (theme: Theme) => {
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  wear(store.getState().theme);
  store.subscribe((state, before) => {
    if (state.theme === before.theme) return;
    wear(state.theme);
    try {
      localStorage.setItem(THEME, state.theme);
    } catch {
      // Without storage the choice holds for this visit.
    }
  });
}
