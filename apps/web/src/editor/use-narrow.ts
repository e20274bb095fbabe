import { useSyncExternalStore } from "react";

/** Below this the page shows one pane at a time. */
const NARROW = "(max-width: 719px)";
const DARK = "(prefers-color-scheme: dark)";

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

export function useNarrow(): boolean {
  return useMedia(NARROW);
}

export function usePrefersDark(): boolean {
  return useMedia(DARK);
}
