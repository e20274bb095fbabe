import { useCallback, useEffect, useState } from "react";
import type { LatePart } from "./late-part.ts";

export type Fetched<T> =
  | { readonly state: "here"; readonly part: T }
  | { readonly state: "coming" }
  | { readonly state: "lost"; readonly again: () => void };

/** Fetches a part as soon as something that uses it is shown. */
export function useLatePart<T>(late: LatePart<T>): Fetched<T> {
  const [settled, setSettled] = useState<"here" | "lost">();
  const fetch = useCallback(() => {
    setSettled(undefined);
    late.fetch().then(
      () => setSettled("here"),
      () => setSettled("lost"),
    );
  }, [late]);
  const part = late.get();
  const missing = part === undefined;
  useEffect(() => {
    if (missing) fetch();
  }, [missing, fetch]);
  if (part !== undefined) return { state: "here", part };
  return settled === "lost" ? { state: "lost", again: fetch } : { state: "coming" };
}
