import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./late.module.css";
import type { LatePart } from "./late-part.ts";
import { useLatePart } from "./use-late-part.ts";

export interface LateProps<T> {
  readonly part: LatePart<T>;
  /** Shown until it has come: what takes its place, or nothing. */
  readonly waiting?: ReactNode;
  readonly children: (part: T) => ReactNode;
}

/** Shows a part of the page once its code has come; says so when it does not come. */
export function Late<T>({ part: late, waiting, children }: LateProps<T>) {
  const fetched = useLatePart(late);
  if (fetched.state === "here") return children(fetched.part);
  if (fetched.state === "coming") return waiting;
  return (
    <p role="alert" className={styles.lost}>
      This part of the page could not be loaded. <Button onClick={fetched.again}>Try again</Button>
    </p>
  );
}
