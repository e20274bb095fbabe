import type { Execution } from "./execution-board.ts";
import type { RunMessage } from "./messages.ts";
import type { RunReport, WorkerLink } from "./worker-link.ts";

/** How often the watchdog looks. */
const LOOK_MS = 50;
/** After its budget the hook gets this long to act; with a look or two it stays below the second of spec 04 §6. */
const GRACE_MS = 850;
/** After a cancel the run gets this long to end by itself. */
const CANCEL_GRACE_MS = 80;
/** A run that was cancelled before its worker took it over only has to be told to its end. */
const TELLING_MS = 2000;

/** How one worker's turn at a run ended. */
export type AttemptEnd =
  /** The run is over; `spent` asks for another worker in place of this one. */
  | { readonly type: "done"; readonly spent: boolean }
  /** The watchdog ended the worker; `execution` is the Lua that overran its budget, undefined after a cancel. */
  | { readonly type: "killed"; readonly execution: Execution | undefined }
  | { readonly type: "lost"; readonly reason: string };

/** One worker's turn at a run, under the eyes of the watchdog. */
export class Attempt {
  /** Never rejects. */
  readonly end: Promise<AttemptEnd>;
  private readonly worker: WorkerLink;
  private readonly signal: AbortSignal;
  private readonly looks: ReturnType<typeof setInterval>;
  private lastCall: ReturnType<typeof setTimeout> | undefined;
  private settle: (end: AttemptEnd) => void = () => {};
  private watched: { readonly ordinal: number; readonly sinceMs: number } | undefined;

  constructor(worker: WorkerLink, message: RunMessage, signal: AbortSignal, hear: (report: RunReport) => void) {
    this.worker = worker;
    this.signal = signal;
    this.end = new Promise((resolve) => {
      this.settle = resolve;
    });
    this.looks = setInterval(() => this.look(), LOOK_MS);
    if (message.cancelled) this.killAfter(TELLING_MS);
    else signal.addEventListener("abort", this.onAbort, { once: true });
    worker.start(message, (report) => {
      hear(report);
      if (report.type !== "batch") this.finish(report);
    });
  }

  private readonly onAbort = () => {
    this.worker.cancel();
    this.killAfter(CANCEL_GRACE_MS);
  };

  private look(): void {
    const current = this.worker.current();
    const nowMs = performance.now();
    if (current?.ordinal !== this.watched?.ordinal) {
      this.watched = current && { ordinal: current.ordinal, sinceMs: nowMs };
    } else if (current !== undefined && nowMs - (this.watched?.sinceMs ?? nowMs) >= current.budgetMs + GRACE_MS) {
      void this.kill(current);
    }
  }

  private killAfter(ms: number): void {
    this.lastCall = setTimeout(() => void this.kill(undefined), ms);
  }

  private async kill(overran: Execution | undefined): Promise<void> {
    this.stopWatching();
    await this.worker.terminate();
    // It may have come to its end while the worker was being ended.
    const stood = this.worker.current();
    this.settle({ type: "killed", execution: stood?.ordinal === overran?.ordinal ? stood : undefined });
  }

  private finish(end: AttemptEnd): void {
    this.stopWatching();
    this.settle(end);
  }

  private stopWatching(): void {
    clearInterval(this.looks);
    clearTimeout(this.lastCall);
    this.signal.removeEventListener("abort", this.onAbort);
  }
}
