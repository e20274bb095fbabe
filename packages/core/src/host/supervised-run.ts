import type { RunEvent, SpentBudget } from "../index.ts";
import type { Execution } from "./execution-board.ts";
import type { JournalEntry } from "./run-journal.ts";
import { RunLog } from "./run-log.ts";
import type { WorkerLink } from "./worker-link.ts";
import type { WorkerPool } from "./worker-pool.ts";

/** How often the watchdog looks. */
const LOOK_MS = 50;
/** After its budget the hook gets this long to act; with a look or two it stays below the second of spec 04 §6. */
const GRACE_MS = 850;
/** After a cancel the run gets this long to end by itself. */
const CANCEL_GRACE_MS = 100;
/** A cancelled run that was taken over only has to tell its end. */
const LAST_GRACE_MS = 2000;

export interface RunOrder {
  readonly scenario: string;
  readonly signal: AbortSignal;
  readonly pool: WorkerPool;
  readonly deliver: (events: readonly RunEvent[]) => void;
}

type AttemptEnd =
  | { readonly type: "done"; readonly spent: boolean }
  /** The watchdog ended the worker; `execution` is the Lua that overran its budget, undefined after a cancel. */
  | { readonly type: "killed"; readonly execution: Execution | undefined }
  | { readonly type: "lost"; readonly reason: string };

/**
 * Runs one scenario on workers of the pool until it ended. A worker that keeps a piece of Lua longer than its budget, or
 * does not hear a cancel, is killed, and the next one takes the run over: it recalls what the journal holds, fails the
 * execution that was killed, and goes on. Never rejects; `run-end` is delivered last, whatever happens.
 */
export async function superviseRun(order: RunOrder): Promise<void> {
  await new SupervisedRun(order).drive();
}

class SupervisedRun {
  private readonly order: RunOrder;
  private readonly log: RunLog;
  private readonly journal: JournalEntry[] = [];
  private readonly beganMs = performance.now();
  private attempts = 0;

  constructor(order: RunOrder) {
    this.order = order;
    this.log = new RunLog(order.deliver);
  }

  async drive(): Promise<void> {
    try {
      while (!this.log.ended) await this.attempt();
    } catch (error) {
      this.log.endAbruptly(error instanceof Error ? error.message : String(error), this.elapsedMs());
    }
  }

  /** Throws when the run cannot go on. */
  private async attempt(): Promise<void> {
    const { pool, signal } = this.order;
    const worker = await pool.acquire();
    if (this.attempts++ > 0) this.log.beginAgain(this.elapsedMs());
    const cancelled = signal.aborted;
    const end = await this.watch(worker, cancelled);
    if (end.type === "done" && !end.spent) pool.release(worker);
    else await pool.discard(worker);
    if (end.type === "done") return;
    // A worker that only had to tell the end of a cancelled run, and did not: another one would not either.
    if (cancelled) throw new Error("the run was cancelled and its worker did not answer");
    const struck = end.type === "killed" ? end.execution : worker.current();
    if (struck !== undefined) this.strike(struck.key, end.type === "killed" ? struck.budget : "memory");
    else if (end.type === "lost") throw new Error(end.reason);
  }

  /** The next worker fails this execution instead of running it. */
  private strike(key: string, spent: SpentBudget): void {
    this.journal.push({ key, spent });
  }

  private watch(worker: WorkerLink, cancelled: boolean): Promise<AttemptEnd> {
    const { signal, scenario } = this.order;
    return new Promise((resolve) => {
      const overrun = new Overrun();
      const finish = (end: AttemptEnd) => {
        clearInterval(looks);
        clearTimeout(lastCall);
        signal.removeEventListener("abort", onAbort);
        resolve(end);
      };
      const kill = async (overran: Execution | undefined) => {
        clearInterval(looks);
        await worker.terminate();
        // It may have come to its end while we spoke.
        const stood = worker.current();
        finish({ type: "killed", execution: stood?.ordinal === overran?.ordinal ? stood : undefined });
      };
      const looks = setInterval(() => {
        const current = worker.current();
        if (overrun.seen(current)) void kill(current);
      }, LOOK_MS);
      let lastCall: ReturnType<typeof setTimeout> | undefined;
      const onAbort = () => {
        worker.cancel();
        lastCall = setTimeout(() => void kill(undefined), CANCEL_GRACE_MS);
      };
      if (cancelled) lastCall = setTimeout(() => void kill(undefined), LAST_GRACE_MS);
      else signal.addEventListener("abort", onAbort, { once: true });
      worker.start({ type: "run", scenario, journal: this.journal, cancelled }, (report) => {
        if (report.type === "lost") return finish(report);
        this.log.add(report.events);
        if (report.type === "batch") this.journal.push(...report.journal);
        else finish(report);
      });
    });
  }

  private elapsedMs(): number {
    return performance.now() - this.beganMs;
  }
}

/** Tells when one execution has stood longer than its budget and the grace. */
class Overrun {
  private ordinal = 0;
  private sinceMs = 0;

  seen(current: Execution | undefined): boolean {
    const nowMs = performance.now();
    if (current === undefined || current.ordinal !== this.ordinal) {
      this.ordinal = current?.ordinal ?? 0;
      this.sinceMs = nowMs;
      return false;
    }
    return nowMs - this.sinceMs >= current.budgetMs + GRACE_MS;
  }
}
