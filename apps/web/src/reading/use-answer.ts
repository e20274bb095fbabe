import { useEffect, useMemo, useState } from "react";

/** What was asked for: the newest answer that is there, and whether it answers what was asked before. */
export interface Answered<T> {
  readonly answer: T | undefined;
  readonly old: boolean;
}

/** Asks whenever `ask` is another function; what is no promise is there at once. */
export function useAnswer<T>(ask: () => T | Promise<T>): Answered<T> {
  const asked = useMemo(ask, [ask]);
  const [came, setCame] = useState<{ readonly asked: Promise<T>; readonly answer: T }>();
  useEffect(() => {
    if (!(asked instanceof Promise)) return;
    let wanted = true;
    void asked.then((answer) => (wanted ? setCame({ asked, answer }) : undefined));
    return () => {
      wanted = false;
    };
  }, [asked]);
  return asked instanceof Promise
    ? { answer: came?.answer, old: came?.asked !== asked }
    : { answer: asked, old: false };
}
