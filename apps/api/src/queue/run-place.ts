import type { Runner } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { limitOutput } from "../runs/limit-output.ts";
import type { Settings } from "../settings/read-settings.ts";
import { openRunQueue, type RunQueue } from "./open-run-queue.ts";

/** Where the runs of a server are carried out. */
export interface RunPlace {
  readonly runner: Runner;
  /** Runs at the same time. */
  readonly slots: number;
  /** Undefined where threads of this process do the work. */
  readonly queue: RunQueue | undefined;
}

export interface PlaceListeners {
  readonly onWorkerEnd: (how: "killed" | "lost") => void;
  readonly onFault: (fault: unknown) => void;
}

/** Workers behind Redis when the settings name one, threads of this process otherwise. */
export function openRunPlace(settings: Settings, { onWorkerEnd, onFault }: PlaceListeners): RunPlace {
  if (settings.queue === undefined) {
    return { runner: openThreads(settings, onWorkerEnd), slots: settings.runs.workers, queue: undefined };
  }
  const queue = openRunQueue({ ...settings.queue, keepMs: settings.runs.keepMs }, onFault);
  return { runner: queue.runner, slots: settings.queue.slots, queue };
}

/** One pool of threads: each run takes a thread of its own out of it, and tells no more than the settings allow. */
export function openThreads({ runs, network }: Settings, onWorkerEnd: PlaceListeners["onWorkerEnd"]): Runner {
  const threads = createNodeRunner({
    ceilings: runs.ceilings,
    logLimits: { lines: runs.output.logLines, characters: runs.output.logCharacters },
    onWorkerEnd,
    ...(network === undefined ? {} : { network }),
  });
  return limitOutput(threads, runs.output);
}
