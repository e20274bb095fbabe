import type { RunEvent } from "../index.ts";

/** Events as the same run on another host tells them: without times. */
export function comparableEvents(events: readonly RunEvent[]): unknown[] {
  return events.map((event) => {
    const timeless: Record<string, unknown> = { ...event, at_ms: 0 };
    if ("duration_ms" in timeless) timeless.duration_ms = 0;
    if (event.type === "run-end") timeless.result = { ...event.result, duration_ms: 0 };
    return timeless;
  });
}
