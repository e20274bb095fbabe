import { useEffect, useRef } from "react";
import { latePart } from "./late-part.ts";
import { isLong, type LongRowsProps, MOST_PLAIN_ROWS, placeOf } from "./row-place.ts";
import { useLatePart } from "./use-late-part.ts";
import { rowAt, useRowKeys } from "./use-row-keys.ts";
import type { VirtualRowsProps } from "./virtual-rows.tsx";

const virtualRows = latePart(async () => (await import("./virtual-rows.tsx")).VirtualRows);

/** Rows of a list, however many. Arrow keys, Home, End and Page keys go from row to row once one has the focus. */
export function LongRows(props: LongRowsProps) {
  const { count, scroller } = props;
  const long = isLong(count);
  const reach = useRef<(row: number) => void>(undefined);
  useRowKeys(scroller, count, reach);
  return long ? <ManyRows {...props} reach={reach} /> : <PlainRows {...props} />;
}

/** The first rows until the code for all of them has come; all of them, seen or not, when it does not come. */
function ManyRows(props: LongRowsProps & { readonly reach: VirtualRowsProps["reach"] }) {
  const { scroller, reach, count } = props;
  const virtual = useLatePart(virtualRows);
  if (virtual.state === "here" && scroller !== null)
    return <virtual.part {...props} scroller={scroller} reach={reach} />;
  return <SomeRows {...props} to={virtual.state === "lost" ? count : MOST_PLAIN_ROWS / 2} />;
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
