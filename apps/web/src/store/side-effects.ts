import type { AppStore } from "./create-app-store.ts";
import type { Theme } from "./state.ts";

const THEME = "tool-dispatch.theme";

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
