import type { RunEvent } from "@tool-dispatch/core";
import { Bell } from "./bell.ts";
import { RunWatch, type WatchParts } from "./run-watch.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { withPatience } from "./with-patience.ts";

/** How often a run is looked after that tells nothing. */
const LOOK_MS = 500;

export interface FollowParts extends WatchParts {
  readonly subscriptions: Subscriptions;
  readonly redisPatienceMs: number;
}

/**
 * The events of a run from number `from` on as they come, `run-end` last, unless the signal ends the listening. Throws
 * when Redis stays away, has forgotten the run, or holds what cannot be opened.
 */
export async function* followRun(
  parts: FollowParts,
  id: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<readonly RunEvent[], void, undefined> {
  const bell = new Bell();
  const watch = new RunWatch(parts, id);
  const leave = parts.subscriptions.listen(parts.store.channelOf(id), bell.ring);
  try {
    for (let next = from; !signal.aborted; ) {
      const events = await withPatience(() => parts.store.read(id, next), parts.redisPatienceMs);
      if (events.length > 0) {
        yield events;
        if (events.at(-1)?.type === "run-end") return;
        next += events.length;
      } else if (!(await withPatience(() => watch.look(), parts.redisPatienceMs))) {
        await bell.wait(LOOK_MS, signal);
      }
    }
  } finally {
    leave();
  }
}
