import { useSelect } from "../app-context.ts";
import { usePrefersDark } from "./use-narrow.ts";

/** Whether the page is dark, by choice or by the system's preference. */
export function useDark(): boolean {
  const theme = useSelect((state) => state.theme);
  const prefersDark = usePrefersDark();
  return theme === "system" ? prefersDark : theme === "dark";
}
