const LINK = "tool-dispatch.link";

/** Remembers, when the page goes, which link its address held, so that a reload shows the work and not the link again. */
export function rememberLink(): void {
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(LINK, location.hash);
    } catch {
      // Without storage there is no draft to come back to either.
    }
  });
}

/** The page is reloaded, or come back to, with the link that its draft was already opened from or shared as. */
export function isComeBackTo(hash: string): boolean {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming) || navigation.type === "navigate") return false;
  try {
    return sessionStorage.getItem(LINK) === hash;
  } catch {
    return false;
  }
}
