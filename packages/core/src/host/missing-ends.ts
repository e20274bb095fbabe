import type { CallOutcome, RunEvent, UnstampedEvent } from "../index.ts";

type Start = Extract<RunEvent, { type: "call-start" | "step-start" }>;

/** Ends for every call and step that began and has no end yet, the innermost first; `error` is undefined after a cancel. */
export function missingEnds(told: readonly RunEvent[], nowMs: number, error?: string): UnstampedEvent[] {
  const open = new Map<string, Start>();
  for (const event of told) {
    if (event.type === "call-start" || event.type === "step-start") open.set(placeOf(event), event);
    else if (event.type === "call-end" || event.type === "step-end") open.delete(placeOf(event));
  }
  return [...open.values()].reverse().map((start) => endOf(start, nowMs, error));
}

function placeOf(event: Extract<RunEvent, { type: "call-start" | "call-end" | "step-start" | "step-end" }>): string {
  return JSON.stringify([event.run, event.step, "index" in event ? event.index : null]);
}

function endOf(start: Start, nowMs: number, error: string | undefined): UnstampedEvent {
  const { run, step } = start;
  const duration_ms = Math.max(0, nowMs - start.at_ms);
  if (start.type === "call-start") {
    const outcome: CallOutcome = error === undefined ? { status: "cancelled" } : { status: "error", error };
    return { type: "call-end", run, step, index: start.index, outcome, duration_ms };
  }
  const { node, phase, attempt } = start;
  const end = { type: "step-end", run, step, node, phase, attempt, duration_ms } as const;
  return error === undefined ? { ...end, status: "cancelled" } : { ...end, status: "failed", error };
}
