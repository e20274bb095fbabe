import type { HTMLAttributes, ReactNode, Ref } from "react";

/** A list of more rows has only those in the page that can be seen, and a few around them. */
export const MOST_PLAIN_ROWS = 60;

/** What each row puts on its element: where it stands among all, for the list and for who reads it aloud. */
export interface RowPlace extends HTMLAttributes<HTMLElement> {
  readonly "data-index": number;
  readonly ref?: Ref<HTMLElement & HTMLTableRowElement & HTMLLIElement>;
}

export interface LongRowsProps {
  readonly count: number;
  /** Rows of a table body with one head row, or items of a list. */
  readonly element: "tr" | "li";
  /** Height of a usual row; each is measured once it is there. */
  readonly rowPx: number;
  /** Height of what sticks above the rows. */
  readonly headPx?: number;
  /** What scrolls the rows, and nothing beside them but their head; null until it is there. */
  readonly scroller: HTMLElement | null;
  /** The row to scroll to whenever it changes; it is always in the page. */
  readonly shown?: number | undefined;
  readonly children: (index: number, place: RowPlace) => ReactNode;
}

export function isLong(count: number): boolean {
  return count > MOST_PLAIN_ROWS;
}

/** For a table of which not all rows are in the page. */
export function tableSize(count: number) {
  return isLong(count) ? { "aria-rowcount": count + 1, "data-long": true } : {};
}

/** Where a row of a long list stands among all of them, its table's head counted. */
export function placeOf(element: "tr" | "li", index: number, count: number): RowPlace {
  if (!isLong(count)) return { "data-index": index };
  return element === "tr"
    ? { "data-index": index, "aria-rowindex": index + 2 }
    : { "data-index": index, "aria-posinset": index + 1, "aria-setsize": count };
}
