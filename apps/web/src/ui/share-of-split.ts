/** The part of a split that comes first, in percent of the whole. */
export interface ShareRange {
  readonly least: number;
  readonly most: number;
  readonly usual: number;
}

/** How far a press of an arrow key moves the line, in percent. */
const STEP = 5;

export function within({ least, most }: ShareRange, share: number): number {
  return Math.min(most, Math.max(least, share));
}

export interface PressedKey {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The share after a key on the line; undefined for keys that have nothing to do with it. */
export function shareAfterKey(
  { key, ctrlKey, metaKey, altKey }: PressedKey,
  direction: "across" | "down",
  share: number,
  range: ShareRange,
): number | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const [less, more] = direction === "across" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  switch (key) {
    case less:
      return within(range, share - STEP);
    case more:
      return within(range, share + STEP);
    case "Home":
      return range.least;
    case "End":
      return range.most;
    case "Enter":
      return range.usual;
    default:
      return undefined;
  }
}
