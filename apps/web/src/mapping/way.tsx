import type { ReactNode } from "react";
import { useApp, useDispatch } from "../app-context.ts";
import type { Spot } from "../store/spot.ts";
import { classes } from "../ui/classes.ts";
import styles from "./way.module.css";

export interface WayProps {
  /** Where it leads, asked when it is wanted; undefined where there is no such place. */
  readonly to: () => Spot | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A way to a place in the documents: pointing at it, or the focus, marks the place, a click goes there. An old run and
 * an embedded one have no documents beside them, so there it is text.
 */
export function Way({ to, className, children }: WayProps) {
  const { embedded, readOnly } = useApp();
  const dispatch = useDispatch();
  if (embedded || readOnly) return <span className={classes(className, styles.nowhere)}>{children}</span>;
  const mark = () => dispatch({ type: "spot-hovered", spot: to() });
  const unmark = () => dispatch({ type: "spot-hovered", spot: undefined });
  const go = () => {
    const spot = to();
    if (spot !== undefined) dispatch({ type: "spot-wanted", spot });
  };
  return (
    <button
      type="button"
      className={className}
      onClick={go}
      onMouseEnter={mark}
      onMouseLeave={unmark}
      onFocus={mark}
      onBlur={unmark}
    >
      {children}
    </button>
  );
}
