import type { RunEvent } from "../index.ts";
import { EventStream } from "./event-stream.ts";

/** Carries a run out: delivers its events, `run-end` last, and never rejects. */
export type Drive = (deliver: (events: readonly RunEvent[]) => void, signal: AbortSignal) => Promise<void>;

/** The runs of one runner that go on, so that a reader who leaves ends its run and closing the runner ends them all. */
export class ActiveRuns {
  private readonly running = new Map<AbortController, Promise<void>>();

  begin(outer: AbortSignal | undefined, drive: Drive): AsyncIterable<RunEvent> {
    const controller = new AbortController();
    const abort = () => controller.abort();
    if (outer?.aborted) abort();
    outer?.addEventListener("abort", abort, { once: true });
    const stream = new EventStream(() => {
      abort();
      return run;
    });
    const run = drive((events) => stream.push(events), controller.signal).finally(() => {
      outer?.removeEventListener("abort", abort);
      this.running.delete(controller);
      stream.end();
    });
    this.running.set(controller, run);
    return stream;
  }

  /** Resolves when every run has ended. */
  async abortAll(): Promise<void> {
    for (const controller of this.running.keys()) controller.abort();
    await Promise.all(this.running.values());
  }
}
