const PREFIX = "tool-dispatch.split.";

/** The share that a split was left at, where the browser keeps it. */
export function keptShare(name: string): number | undefined {
  try {
    const share = Number.parseFloat(localStorage.getItem(PREFIX + name) ?? "");
    return Number.isFinite(share) ? share : undefined;
  } catch {
    return undefined;
  }
}

export function keepShare(name: string, share: number): void {
  try {
    localStorage.setItem(PREFIX + name, share.toFixed(2));
  } catch {
    // The layout lasts as long as this page then.
  }
}
