import type { WorkerLink } from "./worker-link.ts";

/**
 * Workers that stand ready. One more than is needed is kept warm, so that a run that lost its worker goes on at once.
 */
export class WorkerPool {
  private readonly open: () => WorkerLink;
  private readonly spares: number;
  /** The last one used comes first: its caches are warm. */
  private idle: WorkerLink[] = [];
  private readonly all = new Set<WorkerLink>();
  private readonly ending = new Set<Promise<void>>();
  private closed = false;

  constructor(open: () => WorkerLink, spares: number) {
    this.open = open;
    this.spares = spares;
    this.idle.push(this.add());
  }

  /** A worker that is ready; rejects with the reason when it cannot be started. */
  async acquire(): Promise<WorkerLink> {
    if (this.closed) throw new Error("the runner is closed");
    const worker = this.idle.pop() ?? this.add();
    try {
      await worker.ready;
    } catch (error) {
      await this.discard(worker);
      throw error;
    }
    // Only now: a spare must not compete with the start of the one that is wanted.
    while (!this.closed && this.idle.length < this.spares) this.idle.unshift(this.add());
    return worker;
  }

  release(worker: WorkerLink): void {
    if (this.all.has(worker) && this.idle.length <= this.spares) this.idle.push(worker);
    else void this.discard(worker);
  }

  /** Resolves when the worker stands still. */
  discard(worker: WorkerLink): Promise<void> {
    this.all.delete(worker);
    this.idle = this.idle.filter((other) => other !== worker);
    const end = worker.terminate().finally(() => this.ending.delete(end));
    this.ending.add(end);
    return end;
  }

  /** Ends all workers; resolves when none is left. */
  async close(): Promise<void> {
    this.closed = true;
    for (const worker of this.all) void this.discard(worker);
    await Promise.all(this.ending);
  }

  private add(): WorkerLink {
    const worker = this.open();
    this.all.add(worker);
    return worker;
  }
}
