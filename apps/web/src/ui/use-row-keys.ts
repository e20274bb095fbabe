import { type RefObject, useEffect } from "react";

/** Rows that a Page key goes on by. */
const PAGE_ROWS = 10;

/**
 * From row to row by keys, for rows that hold a button. `reach` brings the focus to a row that is not in the page; while
 * it is not set, all rows are.
 */
export function useRowKeys(
  scroller: HTMLElement | null,
  count: number,
  reach: RefObject<((row: number) => void) | undefined>,
): void {
  useEffect(() => {
    if (scroller === null) return;
    const onKey = (event: KeyboardEvent) => {
      const row = rowOf(event.target);
      if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const to = nextRow(event.key, row, count);
      if (to === undefined) return;
      event.preventDefault();
      if (reach.current !== undefined) reach.current(to);
      else focusRow(rowAt(scroller, to));
    };
    scroller.addEventListener("keydown", onKey);
    return () => scroller.removeEventListener("keydown", onKey);
  }, [scroller, count, reach]);
}

/** Puts the focus on the first thing in a row that takes it; false when the row is not there. */
export function focusRow(row: Element | null): boolean {
  const first = row?.querySelector<HTMLElement>("button, a, [tabindex]");
  first?.focus();
  return first != null;
}

/** A row that is in the page. */
export function rowAt(scroller: HTMLElement | null, row: number | undefined): HTMLElement | null {
  return scroller?.querySelector<HTMLElement>(`[data-index="${row}"]`) ?? null;
}

/** Index of the row that an element stands in. */
export function rowOf(target: EventTarget | null): number | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row?.dataset.index === undefined ? undefined : Number(row.dataset.index);
}

function nextRow(key: string, row: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return Math.min(last, row + 1);
    case "ArrowUp":
      return Math.max(0, row - 1);
    case "PageDown":
      return Math.min(last, row + PAGE_ROWS);
    case "PageUp":
      return Math.max(0, row - PAGE_ROWS);
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return undefined;
  }
}
