import type { RunEvent } from "@tool-dispatch/core";
import { RunLog } from "@tool-dispatch/core/host";
import type { RunStore } from "./run-store.ts";

/**
 * The last words of a run that nobody else can say: whatever began and has no end gets one, then `run-end`; for
 * `error`, or because of a cancel. Does nothing when the run has ended, or somebody tells of it meanwhile.
 */
export async function tellEnd(store: RunStore, id: string, error: string | undefined): Promise<void> {
  const told = await store.readAll(id);
  if (told.at(-1)?.type === "run-end") return;
  const ends = missingEvents(told, error, await elapsedMs(store, id, told));
  // What was told stands; the summary of it in `run-end` may be too much.
  const batch = store.seal(id, ends) ?? store.seal(id, ends.map(withoutCalls));
  if (batch === undefined) throw new Error("the end of a run is larger than Redis may hold");
  await store.append(id, batch);
  await store.dropOrder(id);
}

function missingEvents(told: readonly RunEvent[], error: string | undefined, nowMs: number): RunEvent[] {
  const events: RunEvent[] = [];
  const log = new RunLog((delivered) => events.push(...delivered));
  log.add(told);
  log.endAbruptly(error, nowMs);
  return events.slice(told.length);
}

function withoutCalls(event: RunEvent): RunEvent {
  if (event.type !== "run-end" || !("calls" in event.result)) return event;
  return { ...event, result: { ...event.result, calls: [] } };
}

/** Since the run was taken on; never before its last event, whatever the clocks of two machines say. */
async function elapsedMs(store: RunStore, id: string, told: readonly RunEvent[]): Promise<number> {
  const claimedAtMs = (await store.facts(id))?.claimedAtMs;
  const sinceMs = claimedAtMs === undefined ? 0 : Date.now() - claimedAtMs;
  return Math.max(sinceMs, told.at(-1)?.at_ms ?? 0);
}
