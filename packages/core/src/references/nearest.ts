const LONGEST_COMPARED = 64;
const MOST_COMPARED = 200;

/** The key that is most like `name`, if there are any; the first of equals. */
export function nearestKey(name: string, keys: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const key of keys.slice(0, MOST_COMPARED)) {
    const distance = likeness(name, key);
    if (distance < bestDistance) [best, bestDistance] = [key, distance];
  }
  return best;
}

/** The key that `name` was probably meant to be: the same but for case and separators, or a slip of the finger away. */
export function probableKey(name: string, keys: readonly string[]): string | undefined {
  const nearest = nearestKey(name, keys);
  if (nearest === undefined || name === "") return undefined;
  const allowed = name.length < 4 ? 1 : Math.floor(name.length / 4) + 1;
  return Math.floor(likeness(name, nearest)) <= allowed ? nearest : undefined;
}

/** Edits between two names, case and separators counting little. */
function likeness(a: string, b: string): number {
  const plainA = plain(a);
  const plainB = plain(b);
  return edits(plainA, plainB) + (a === b ? 0 : 0.1);
}

function plain(name: string): string {
  return name
    .slice(0, LONGEST_COMPARED)
    .replace(/[_\-\s]/g, "")
    .toLowerCase();
}

/** Insertions, deletions, replacements, and swaps of neighbours. */
function edits(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
