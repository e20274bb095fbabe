import { useEffect, useState } from "react";
import type { ShownText } from "./shown-text.ts";

/** Characters of a text that is not shown in full; undefined until they are counted. */
export function useLength(shown: ShownText): number | undefined {
  const [counted, setCounted] = useState<{ readonly of: ShownText; readonly length: number }>();
  useEffect(() => {
    if (shown.whole) return;
    const controller = new AbortController();
    void shown.length(controller.signal).then((length) => {
      if (!controller.signal.aborted) setCounted({ of: shown, length });
    });
    return () => controller.abort();
  }, [shown]);
  return counted?.of === shown ? counted.length : undefined;
}
