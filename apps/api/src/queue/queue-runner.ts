import type { Runner } from "@tool-dispatch/core";
import { ActiveRuns, type Drive, RunLog } from "@tool-dispatch/core/host";
import { type FollowParts, followRun } from "./follow-run.ts";

export interface QueueRunnerParts extends FollowParts {
  /** Puts the run in line for the workers. */
  readonly enqueue: (id: string, scenario: string) => Promise<void>;
  readonly newId: () => string;
  readonly onClose: () => Promise<void>;
}

/** Runs scenarios on the workers of a queue: this process hands them in, reads what they tell and cancels them. */
export function createQueueRunner(parts: QueueRunnerParts): Runner {
  const runs = new ActiveRuns();
  let closing: Promise<void> | undefined;
  return {
    run: (scenario, { signal, id = parts.newId() } = {}) => runs.begin(signal, queuedRun(parts, id, scenario)),
    close() {
      closing ??= runs.abortAll().then(parts.onClose);
      return closing;
    },
  };
}

/** Never rejects: what breaks on the way to the workers and back ends the run. */
function queuedRun(parts: QueueRunnerParts, id: string, scenario: string): Drive {
  return async (deliver, signal) => {
    const log = new RunLog(deliver);
    const beganMs = performance.now();
    // A lost message is no lost cancel: the note in the store counts, and the watch acts on it.
    const cancel = () => void parts.store.cancel(id).catch(() => {});
    try {
      if (!signal.aborted) {
        await parts.enqueue(id, scenario);
        if (signal.aborted) cancel();
        signal.addEventListener("abort", cancel, { once: true });
        // The end is awaited after a cancel too.
        for await (const events of followRun(parts, id, 0, new AbortController().signal)) log.add(events);
      }
    } catch (error) {
      log.endAbruptly(`the queue of runs failed: ${textOf(error)}`, performance.now() - beganMs);
      cancel();
    } finally {
      signal.removeEventListener("abort", cancel);
    }
    if (!log.ended) log.endAbruptly(undefined, performance.now() - beganMs);
  };
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
