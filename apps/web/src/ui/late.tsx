import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./late.module.css";
import type { LatePart } from "./late-part.ts";
import { useLatePart } from "./use-late-part.ts";

export interface LateProps<T> {
  readonly part: LatePart<T>;
  /** Shown until it has come: what takes its place, or nothing. */
  readonly waiting?: ReactNode;
  /** Shown with the news that it did not come: what serves in its place, or nothing. */
  readonly instead?: ReactNode;
  readonly children: (part: T) => ReactNode;
}

/**
 * Shows a part of the page once its code has come; says so when it does not come. Browsers remember that a script could
 * not be fetched for as long as the page is open: only a new page gets it.
 */
export function Late<T>({ part: late, waiting, instead, children }: LateProps<T>) {
  const fetched = useLatePart(late);
  if (fetched.state === "here") return children(fetched.part);
  if (fetched.state === "coming") return waiting;
  return (
    <>
      <p role="alert" className={styles.lost}>
        This part of the page could not be loaded. <Button onClick={() => location.reload()}>Reload the page</Button>
      </p>
      {instead}
    </>
  );
}
