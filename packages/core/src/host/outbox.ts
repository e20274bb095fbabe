import type { RunEvent } from "../index.ts";
import type { FromWorker } from "./messages.ts";
import type { RunJournal } from "./run-journal.ts";

/** Messages cost more than what is in them: events wait this long for others. */
const PATIENCE_MS = 8;

/**
 * Gathers what a run tells into few messages. Nothing waits while Lua may keep the thread for long, or while the run
 * itself waits for something.
 */
export class Outbox {
  private events: RunEvent[] = [];
  private sentMs: number;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly post: (message: FromWorker) => void;
  private readonly journal: RunJournal;

  constructor(post: (message: FromWorker) => void, journal: RunJournal) {
    this.post = post;
    this.journal = journal;
    this.sentMs = performance.now();
  }

  add(event: RunEvent): void {
    this.events.push(event);
    // Fires only when the run lets go of the thread.
    this.timer ??= setTimeout(() => this.flush(), PATIENCE_MS);
  }

  /** Sends what waits when it has waited long enough. */
  flushIfDue(): void {
    if (performance.now() - this.sentMs >= PATIENCE_MS) this.flush();
  }

  /** The last message of the run: nobody needs the journal any more. */
  close(spent: boolean): void {
    this.stopTimer();
    this.post({ type: "done", events: this.events, spent });
  }

  private flush(): void {
    this.stopTimer();
    this.sentMs = performance.now();
    const journal = this.journal.take();
    if (this.events.length + journal.length === 0) return;
    this.post({ type: "batch", events: this.events, journal });
    this.events = [];
  }

  private stopTimer(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
