import type { RunEvent } from "../vocabulary/event.ts";

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Under which whoever asks knows the run; runners that keep runs elsewhere keep them under it. */
  readonly id?: string;
}

/**
 * Something that runs scenarios: this thread, a browser worker, a Node thread, a server. The document goes in as
 * its JSON text, which is what every host can carry; the same events come out of all of them. The last event is
 * `run-end`, after an abort, a timeout or a lost worker too. Leaving the loop early aborts the run.
 */
export interface Runner {
  run(scenario: string, options?: RunOptions): AsyncIterable<RunEvent>;
  /** Ends workers that are kept warm. */
  close(): Promise<void>;
}
