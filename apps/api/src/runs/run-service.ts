import type { FinishedRun, Problem, RunEvent, Runner } from "@tool-dispatch/core";
import { EventLog } from "./event-log.ts";
import { FairQueue } from "./fair-queue.ts";

export type RunState = "queued" | "running" | "ended";

/** One run as the server knows it. The scenario's text, which may hold secrets, is let go when the run ends. */
export interface RunRecord {
  readonly id: string;
  readonly client: string;
  readonly log: EventLog;
  readonly createdAtMs: number;
  /** When a worker took it; undefined while it waits, and for runs of other processes. */
  readonly startedAtMs: number | undefined;
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
  readonly encodeEvent: (event: RunEvent) => Promise<string>;
  readonly nowMs: () => number;
  readonly newId: () => string;
  readonly onEnd?: (record: RunRecord) => void;
  readonly onRefuse?: (reason: "full" | "closing") => void;
  /** Where runs are shared between machines: those that other processes admitted. */
  readonly elsewhere?: RunsElsewhere;
}

/** Runs that this process did not admit and can still tell of. */
export interface RunsElsewhere {
  /** Undefined: there is no such run. */
  find(id: string): Promise<RunElsewhere | undefined>;
}

export interface RunElsewhere {
  readonly createdAtMs: number;
  /** What it told until now, from the first event on. */
  readonly told: readonly RunEvent[];
  /** What it tells after that, `run-end` last, unless the signal or a lost connection ends the listening; never throws. */
  follow(signal: AbortSignal): AsyncIterable<RunEvent>;
  cancel(): Promise<void>;
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
  /** Admitted by another process: it is told of here and carried out there. */
  readonly elsewhere: boolean;
  /** Cancelled because the server ends, which its readers are told. */
  shutDown: boolean;
  state: RunState;
  scenario: string | undefined;
  startedAtMs: number | undefined;
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
  private readonly adopted = new Map<string, Promise<LiveRun | undefined>>();
  private readonly listening = new AbortController();
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

  /** Throws while no runs are taken any more. */
  requireOpen(): void {
    if (this.closing) throw new Error("the service is closing");
  }

  start(scenario: string, client: string): Admission {
    if (this.closing) return this.refuse("closing");
    this.forget();
    const run: LiveRun = {
      id: this.options.newId(),
      client,
      log: new EventLog(),
      createdAtMs: this.options.nowMs(),
      controller: new AbortController(),
      elsewhere: false,
      shutDown: false,
      state: "queued",
      scenario,
      startedAtMs: undefined,
      endedAtMs: undefined,
      result: undefined,
    };
    if (this.idle.length === 0) {
      if (!this.queue.push(client, run)) return this.refuse("full");
    } else {
      this.launch(run);
    }
    this.records.set(run.id, run);
    return { admitted: true, record: run };
  }

  async find(id: string): Promise<RunRecord | undefined> {
    this.forget();
    return this.records.get(id) ?? (await this.adopt(id));
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
    // Runs of other processes go on there; their readers come back to one of those.
    this.listening.abort();
    for (let run = this.queue.shift(); run !== undefined; run = this.queue.shift()) {
      this.shutDown(run);
      this.launchCancelled(run);
    }
    const timer = setTimeout(() => {
      for (const run of this.records.values()) if (!run.elsewhere && run.state !== "ended") this.shutDown(run);
    }, graceMs);
    while (this.busy.size > 0) await Promise.all(this.busy);
    clearTimeout(timer);
    await Promise.all(this.options.runners.map((runner) => runner.close()));
  }

  private shutDown(run: LiveRun): void {
    run.shutDown = true;
    run.controller.abort();
  }

  private refuse(reason: "full" | "closing"): Admission {
    this.options.onRefuse?.(reason);
    return { admitted: false, reason };
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
    const scenario = run.scenario ?? "";
    for await (const event of runner.run(scenario, { signal: run.controller.signal, id: run.id }))
      await this.note(run, event);
    run.scenario = undefined;
    this.options.onEnd?.(run);
  }

  private async note(run: LiveRun, told: RunEvent): Promise<void> {
    const event = run.shutDown ? withShutdown(told) : told;
    const data = await this.options.encodeEvent(event);
    // Its first event tells that a worker has it: a runner may have a line of its own.
    if (!run.elsewhere) run.startedAtMs ??= this.options.nowMs();
    run.state = event.type === "run-end" ? "ended" : "running";
    if (event.type === "run-end") {
      run.result = event.result;
      run.endedAtMs = this.options.nowMs();
    }
    run.log.append({ seq: event.seq, type: event.type, data });
  }

  /** Requests that ask for the same run at the same time share one look. */
  private adopt(id: string): Promise<LiveRun | undefined> {
    const looking = this.adopted.get(id) ?? this.lookElsewhere(id).finally(() => this.adopted.delete(id));
    this.adopted.set(id, looking);
    return looking;
  }

  private async lookElsewhere(id: string): Promise<LiveRun | undefined> {
    const found = this.closing ? undefined : await this.options.elsewhere?.find(id);
    if (found === undefined) return undefined;
    const run: LiveRun = {
      id,
      client: "",
      log: new EventLog(),
      createdAtMs: found.createdAtMs,
      controller: new AbortController(),
      elsewhere: true,
      shutDown: false,
      state: "queued",
      scenario: undefined,
      startedAtMs: undefined,
      endedAtMs: undefined,
      result: undefined,
    };
    for (const event of found.told) await this.note(run, event);
    run.controller.signal.addEventListener("abort", () => void found.cancel(), { once: true });
    this.records.set(id, run);
    if (run.state !== "ended") void this.listen(run, found);
    return run;
  }

  private async listen(run: LiveRun, found: RunElsewhere): Promise<void> {
    try {
      for await (const event of found.follow(this.listening.signal)) await this.note(run, event);
    } finally {
      // Without its end the run is forgotten here: the next one who asks looks again.
      if (run.state !== "ended") this.records.delete(run.id);
      run.log.close();
    }
  }

  /** Drops finished runs that are too old, then the oldest ones while too much is kept; the newest stays. */
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
    for (const run of ended.slice(0, -1)) {
      if (kept <= this.options.keepCharacters) return;
      this.records.delete(run.id);
      kept -= run.log.size;
    }
  }
}

/** A cancelled run says who cancelled it. */
function withShutdown(event: RunEvent): RunEvent {
  if (event.type !== "run-end" || event.result.outcome !== "cancelled") return event;
  const problem: Problem = {
    code: "server-shut-down",
    message: "The server was shut down before the run was over.",
    hint: "Run it again, or in the browser.",
    severity: "error",
  };
  return { ...event, result: { ...event.result, problems: [...event.result.problems, problem] } };
}
