import { type CSSProperties, type ReactNode, useId, useRef, useState } from "react";
import { keepShare, keptShare } from "./kept-share.ts";
import { type ShareRange, shareAfterKey, within } from "./share-of-split.ts";
import styles from "./split.module.css";

export interface SplitProps {
  /** Under which the share is remembered. */
  readonly name: string;
  /** Of the line between the two parts. */
  readonly label: string;
  readonly direction: "across" | "down";
  readonly range: ShareRange;
  readonly children: readonly [first: ReactNode, second: ReactNode];
}

/**
 * Two parts and the line between them. The line moves by pointer, by arrow keys, and by Home and End to its ends; Enter
 * and a double click put it back to where it first was. It is remembered.
 */
export function Split({ name, label, direction, range, children: [first, second] }: SplitProps) {
  const [share, setShare] = useState(() => within(range, keptShare(name) ?? range.usual));
  const root = useRef<HTMLDivElement>(null);
  const part = useId();
  const move = (next: number) => {
    const kept = within(range, next);
    setShare(kept);
    keepShare(name, kept);
  };
  const follow = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }) => {
    const box = root.current?.getBoundingClientRect();
    if (box === undefined) return;
    move(100 * (direction === "across" ? (clientX - box.left) / box.width : (clientY - box.top) / box.height));
  };
  return (
    <div
      ref={root}
      className={`${styles.root} ${styles[direction]}`}
      style={{ "--share": `${share}%` } as CSSProperties}
    >
      <div id={part} className={styles.part}>
        {first}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a separator with a value can */}
      <div
        role="separator"
        tabIndex={0}
        className={styles.line}
        aria-label={label}
        aria-controls={part}
        aria-orientation={direction === "across" ? "vertical" : "horizontal"}
        aria-valuemin={range.least}
        aria-valuemax={range.most}
        aria-valuenow={Math.round(share)}
        onKeyDown={(event) => {
          const next = shareAfterKey(event, direction, share, range);
          if (next === undefined) return;
          event.preventDefault();
          move(next);
        }}
        onDoubleClick={() => move(range.usual)}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          event.currentTarget.focus();
          event.preventDefault();
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) follow(event);
        }}
      />
      <div className={styles.part}>{second}</div>
    </div>
  );
}
