import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type LongRowsProps, placeOf } from "./row-place.ts";
import { focusRow, rowAt, rowOf } from "./use-row-keys.ts";

/** Rows beyond the seen ones, above and below, so that Tab and quick scrolling find them. */
const ROWS_AROUND = 8;

export interface VirtualRowsProps extends LongRowsProps {
  readonly scroller: HTMLElement;
  /** Set while the rows are here: brings the focus to any row. */
  readonly reach: RefObject<((row: number) => void) | undefined>;
}

/**
 * Of many rows those that can be seen; blank ones keep the place of the others. The row that has, or last had, the focus
 * stays, so that the focus is never lost and can be come back to.
 */
export function VirtualRows(props: VirtualRowsProps) {
  const { count, element: Element, rowPx, headPx = 0, scroller, shown, reach, children } = props;
  const [focused, setFocused] = useFocusedRow(scroller);
  const wanted = useRef<number>(undefined);
  const rangeExtractor = useCallback(
    (range: Range) => withRows(defaultRangeExtractor(range), [focused, shown], range.count),
    [focused, shown],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: ROWS_AROUND,
    scrollPaddingEnd: headPx,
    rangeExtractor,
  });

  useEffect(() => {
    if (shown !== undefined) virtualizer.scrollToIndex(shown, { align: "auto" });
  }, [virtualizer, shown]);
  useEffect(() => {
    reach.current = (row) => {
      wanted.current = row;
      setFocused(row);
      virtualizer.scrollToIndex(row, { align: "auto" });
    };
    return () => {
      reach.current = undefined;
    };
  }, [virtualizer, reach, setFocused]);
  // A wanted row comes with one of the next renderings.
  useEffect(() => {
    if (wanted.current !== undefined && focusRow(rowAt(scroller, wanted.current))) wanted.current = undefined;
  });

  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? 0;
  return (
    <>
      {items.map(({ index, start }, at) => {
        const gapPx = start - (items[at - 1]?.end ?? 0);
        return (
          <Fragment key={index}>
            <Blank element={Element} heightPx={gapPx} />
            {children(index, { ...placeOf(Element, index, count), ref: virtualizer.measureElement })}
          </Fragment>
        );
      })}
      <Blank element={Element} heightPx={virtualizer.getTotalSize() - end} />
    </>
  );
}

function Blank({ element: Element, heightPx }: { readonly element: "tr" | "li"; readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return <Element aria-hidden="true" style={{ display: "block", blockSize: heightPx, padding: 0, border: 0 }} />;
}

function useFocusedRow(scroller: HTMLElement) {
  const [focused, setFocused] = useState<number>();
  useEffect(() => {
    const onFocus = (event: FocusEvent) => setFocused((before) => rowOf(event.target) ?? before);
    scroller.addEventListener("focusin", onFocus);
    return () => scroller.removeEventListener("focusin", onFocus);
  }, [scroller]);
  return [focused, setFocused] as const;
}

/** The rows of a range and these, in order. */
function withRows(rows: number[], more: readonly (number | undefined)[], count: number): number[] {
  const missing = more.flatMap((row) => (row === undefined || row >= count || rows.includes(row) ? [] : [row]));
  return missing.length === 0 ? rows : [...new Set([...rows, ...missing])].sort((a, b) => a - b);
}
