import type { RunEvent } from "../index.ts";
import { Attempt, type AttemptEnd } from "./attempt.ts";
import type { JournalEntry } from "./run-journal.ts";
import { RunLog } from "./run-log.ts";
import type { RunReport, WorkerLink } from "./worker-link.ts";
import type { WorkerPool } from "./worker-pool.ts";

export interface RunOrder {
  readonly scenario: string;
  readonly signal: AbortSignal;
  readonly pool: WorkerPool;
  readonly deliver: (events: readonly RunEvent[]) => void;
  readonly onWorkerEnd: ((how: "killed" | "lost") => void) | undefined;
}

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
      // Whoever cancelled the run is told that it is cancelled, not how hard that was.
      const reason = error instanceof Error ? error.message : String(error);
      this.log.endAbruptly(this.order.signal.aborted ? undefined : reason, this.elapsedMs());
    }
  }

  /** Throws when the run cannot go on. */
  private async attempt(): Promise<void> {
    const { pool, signal, scenario } = this.order;
    const worker = await pool.acquire();
    if (this.attempts++ > 0) this.log.beginAgain(this.elapsedMs());
    const cancelled = signal.aborted;
    const message = { type: "run", scenario, journal: this.journal, cancelled } as const;
    const end = await new Attempt(worker, message, signal, (report) => this.hear(report)).end;
    if (end.type === "done" && !end.spent) pool.release(worker);
    else await pool.discard(worker);
    if (end.type === "done") return;
    this.order.onWorkerEnd?.(end.type);
    // A worker that only had to tell a cancelled run to its end, and did not: another one would not either.
    if (cancelled) throw new Error("the run was cancelled and its worker did not answer");
    this.learn(end, worker);
  }

  private hear(report: RunReport): void {
    if (report.type === "lost") return;
    this.log.add(report.events);
    if (report.type === "batch") this.journal.push(...report.journal);
  }

  /** The next worker fails the execution that this one was ended in, instead of running it. */
  private learn(end: Exclude<AttemptEnd, { type: "done" }>, worker: WorkerLink): void {
    const execution = end.type === "killed" ? end.execution : worker.current();
    if (execution !== undefined) {
      const spent = end.type === "killed" ? execution.budget : "memory";
      this.journal.push({ key: execution.key, spent });
    } else if (end.type === "lost") throw new Error(end.reason);
  }

  private elapsedMs(): number {
    return performance.now() - this.beganMs;
  }
}
