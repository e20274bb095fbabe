import type { FinishedRun, RunEvent, Runner } from "@tool-dispatch/core";
import { EventLog } from "./event-log.ts";
import { FairQueue } from "./fair-queue.ts";

export type RunState = "queued" | "running" | "ended";

/** One run as the server knows it. The scenario's text, which may hold secrets, is let go when the run ends. */
export interface RunRecord {
  readonly id: string;
  readonly client: string;
  readonly log: EventLog;
  readonly createdAtMs: number;
  readonly state: RunState;
  readonly endedAtMs: number | undefined;
  readonly result: FinishedRun | undefined;
}

export interface RunServiceOptions {
  /** One run at a time each. */
  readonly runners: readonly Runner[];
  readonly queueCapacity: number;
  /** How long a finished run can be asked for. */
  readonly keepMs: number;
  /** Characters of events kept over all finished runs; the oldest go first. */
  readonly keepCharacters: number;
  readonly encodeEvent: (event: RunEvent) => string;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly onEnd?: (record: RunRecord) => void;
}

export type Admission =
  | { readonly admitted: true; readonly record: RunRecord }
  | { readonly admitted: false; readonly reason: "full" | "closing" };

interface LiveRun {
  readonly id: string;
  readonly client: string;
  readonly log: EventLog;
  readonly createdAtMs: number;
  readonly controller: AbortController;
  state: RunState;
  scenario: string | undefined;
  endedAtMs: number | undefined;
  result: FinishedRun | undefined;
}

/**
 * Admits runs, gives them to free runners in a fair order, and keeps their events for a while. A run ends with
 * `run-end` whatever happens to it.
 */
export class RunService {
  private readonly options: RunServiceOptions;
  private readonly records = new Map<string, LiveRun>();
  private readonly queue: FairQueue<LiveRun>;
  private readonly idle: Runner[];
  private readonly busy = new Set<Promise<void>>();
  private closing = false;

  constructor(options: RunServiceOptions) {
    this.options = options;
    this.queue = new FairQueue(options.queueCapacity);
    this.idle = [...options.runners];
  }

  /** Runs waiting and running now. */
  get load(): { readonly queued: number; readonly running: number; readonly capacity: number } {
    return { queued: this.queue.size, running: this.busy.size, capacity: this.options.runners.length };
  }

  start(scenario: string, client: string): Admission {
    if (this.closing) return { admitted: false, reason: "closing" };
    this.forget();
    const run: LiveRun = {
      id: this.options.newId(),
      client,
      log: new EventLog(),
      createdAtMs: this.options.nowMs(),
      controller: new AbortController(),
      state: "queued",
      scenario,
      endedAtMs: undefined,
      result: undefined,
    };
    if (this.idle.length === 0) {
      if (!this.queue.push(client, run)) return { admitted: false, reason: "full" };
    } else {
      this.launch(run);
    }
    this.records.set(run.id, run);
    return { admitted: true, record: run };
  }

  find(id: string): RunRecord | undefined {
    this.forget();
    return this.records.get(id);
  }

  /** Cancels; a run that ended stays as it is. False when there is no such run. */
  cancel(id: string): boolean {
    const run = this.records.get(id);
    if (run === undefined) return false;
    run.controller.abort();
    // A waiting run ends now, not when its turn would have come.
    if (run.state === "queued" && this.queue.remove(run.client, run)) this.launchCancelled(run);
    return true;
  }

  /** Takes no more runs; lets those under way finish for `graceMs`, then cancels them; resolves when all ended. */
  async close(graceMs: number): Promise<void> {
    this.closing = true;
    for (let run = this.queue.shift(); run !== undefined; run = this.queue.shift()) {
      run.controller.abort();
      this.launchCancelled(run);
    }
    const timer = setTimeout(() => {
      for (const run of this.records.values()) run.controller.abort();
    }, graceMs);
    while (this.busy.size > 0) await Promise.all(this.busy);
    clearTimeout(timer);
    await Promise.all(this.options.runners.map((runner) => runner.close()));
  }

  private launch(run: LiveRun): void {
    const runner = this.idle.pop();
    if (runner === undefined) throw new Error("no idle runner");
    this.track(
      this.drive(run, runner).then(() => {
        this.idle.push(runner);
        const next = this.queue.shift();
        if (next !== undefined) this.launch(next);
      }),
    );
  }

  /** An aborted run needs no worker: any runner answers with its first and last event. */
  private launchCancelled(run: LiveRun): void {
    const [runner] = this.options.runners;
    if (runner !== undefined) this.track(this.drive(run, runner));
  }

  private track(work: Promise<void>): void {
    this.busy.add(work);
    void work.finally(() => this.busy.delete(work));
  }

  private async drive(run: LiveRun, runner: Runner): Promise<void> {
    run.state = "running";
    const scenario = run.scenario ?? "";
    for await (const event of runner.run(scenario, { signal: run.controller.signal })) {
      if (event.type === "run-end") run.result = event.result;
      run.log.append({ seq: event.seq, type: event.type, data: this.options.encodeEvent(event) });
    }
    run.scenario = undefined;
    run.state = "ended";
    run.endedAtMs = this.options.nowMs();
    this.options.onEnd?.(run);
  }

  /** Drops finished runs that are too old, then the oldest ones while too much is kept. */
  private forget(): void {
    const oldest = this.options.nowMs() - this.options.keepMs;
    let kept = 0;
    const ended: LiveRun[] = [];
    for (const run of this.records.values()) {
      if (run.endedAtMs === undefined) continue;
      if (run.endedAtMs <= oldest) this.records.delete(run.id);
      else {
        ended.push(run);
        kept += run.log.size;
      }
    }
    for (const run of ended) {
      if (kept <= this.options.keepCharacters) return;
      this.records.delete(run.id);
      kept -= run.log.size;
    }
  }
}
