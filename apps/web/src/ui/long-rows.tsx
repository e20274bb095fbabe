import { lazy, Suspense, useEffect, useRef } from "react";
import { isLong, type LongRowsProps, MOST_PLAIN_ROWS, placeOf } from "./row-place.ts";
import { rowAt, useRowKeys } from "./use-row-keys.ts";

const VirtualRows = lazy(() => import("./virtual-rows.tsx"));

/** Rows of a list, however many. Arrow keys, Home, End and Page keys go from row to row once one has the focus. */
export function LongRows(props: LongRowsProps) {
  const { count, scroller } = props;
  const long = isLong(count);
  const reach = useRef<(row: number) => void>(undefined);
  useRowKeys(scroller, count, reach);
  if (!long) return <PlainRows {...props} />;
  const first = <SomeRows {...props} to={MOST_PLAIN_ROWS / 2} />;
  if (scroller === null) return first;
  return (
    <Suspense fallback={first}>
      <VirtualRows {...props} scroller={scroller} reach={reach} />
    </Suspense>
  );
}

function PlainRows(props: LongRowsProps) {
  const { scroller, shown, count } = props;
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) rowAt(scroller, shown)?.scrollIntoView({ block: "nearest" });
    before.current = shown;
  }, [scroller, shown]);
  return <SomeRows {...props} to={count} />;
}

function SomeRows({ element, count, to, children }: LongRowsProps & { readonly to: number }) {
  return Array.from({ length: Math.min(to, count) }, (_, index) => children(index, placeOf(element, index, count)));
}
