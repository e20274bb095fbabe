import { useEffect, useState } from "react";
import type { LatePart } from "./late-part.ts";

export type Fetched<T> = { readonly state: "here"; readonly part: T } | { readonly state: "coming" | "lost" };

/** Fetches a part as soon as something that uses it is shown. */
export function useLatePart<T>(late: LatePart<T>): Fetched<T> {
  const [lost, setLost] = useState(false);
  const [, setHere] = useState(false);
  const part = late.get();
  const missing = part === undefined;
  useEffect(() => {
    if (!missing) return;
    late.fetch().then(
      () => setHere(true),
      () => setLost(true),
    );
  }, [late, missing]);
  if (part !== undefined) return { state: "here", part };
  return { state: lost ? "lost" : "coming" };
}
