import { inspectOutput } from "../inspection/inspect.ts";
import type { RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { FlowDefinition, RunStatus, StepDefinition, TaskRecord } from "../vocabulary/flow.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import type { UnresolvedFailure } from "./failure-summary.ts";
import type { FlowHost } from "./flow-host.ts";
import { runStep, type StepEnd } from "./run-step.ts";
import { onSettled, type Settled } from "./settled.ts";

/** A run that came to its end (spec 03 §5). */
export interface FlowRunResult {
  readonly status: Exclude<RunStatus, "stalled">;
  /** Final, redacted, complete. */
  readonly context: JsonObject;
  readonly tasks: ReadonlyMap<string, TaskRecord>;
  readonly failures: readonly UnresolvedFailure[];
}

export interface FlowRunRequest {
  readonly flow: FlowDefinition;
  /** From `checkFlow`. */
  readonly phases: readonly (readonly StepDefinition[])[];
  readonly run: RunPath;
  /** Without the overlay's keys. */
  readonly context: JsonObject;
  readonly signal: AbortSignal;
}

/** Runs a checked flow phase by phase (spec 03 §4–7). */
export function runFlow(host: FlowHost, request: FlowRunRequest): Settled<FlowRunResult> {
  return new FlowRun(host, request).phase(0);
}

/** What became of a step for those that depend on it. */
type Standing = "succeeded" | "failed" | "recovered" | "unavailable" | "not-routed";

class FlowRun {
  private readonly host: FlowHost;
  private readonly request: FlowRunRequest;
  private context: JsonObject;
  private readonly tasks = new Map<string, TaskRecord>();
  private readonly standings = new Map<string, Standing>();
  private readonly ends = new Map<string, StepEnd>();
  /** Recovery step → the step that it recovers. */
  private readonly sources = new Map<string, StepDefinition>();
  private cancelled = false;

  constructor(host: FlowHost, request: FlowRunRequest) {
    this.host = host;
    this.request = request;
    this.context = request.context;
    for (const step of request.flow.steps) {
      this.tasks.set(step.name, record(step, "pending", 0));
      if (step.onError !== undefined) this.sources.set(step.onError, step);
    }
  }

  /** Runs phase `index` and all after it. */
  phase(index: number): Settled<FlowRunResult> {
    for (let at = index; ; at++) {
      const steps = this.request.phases[at];
      if (steps === undefined || this.isCancelled()) return this.result();
      const done = this.runPhase(steps, at);
      if (done instanceof Promise) return done.then(() => this.phase(at + 1));
    }
  }

  private runPhase(steps: readonly StepDefinition[], phase: number): Settled<void> {
    const snapshot = this.visible();
    const published: (JsonObject | undefined)[] = new Array(steps.length).fill(undefined);
    const waiting = new Set<Promise<void>>();
    const started = this.startSteps(steps, 0, waiting, (step, index) =>
      onSettled(this.runOne(step, snapshot, phase), (output) => {
        published[index] = output;
      }),
    );
    return onSettled(started, () => {
      if (waiting.size === 0) return this.merge(published);
      return Promise.all(waiting).then(() => this.merge(published));
    });
  }

  /** Starts steps in order, at most `maxConcurrentTasks` waiting at the same time. */
  private startSteps(
    steps: readonly StepDefinition[],
    from: number,
    waiting: Set<Promise<void>>,
    start: (step: StepDefinition, index: number) => Settled<void>,
  ): Settled<void> {
    for (let index = from; index < steps.length; index++) {
      if (waiting.size >= this.host.limits.maxConcurrentTasks) {
        const at = index;
        return Promise.race(waiting).then(() => this.startSteps(steps, at, waiting, start));
      }
      const step = steps[index] as StepDefinition;
      const done = start(step, index);
      if (!(done instanceof Promise)) continue;
      const tracked = done.finally(() => waiting.delete(tracked));
      waiting.add(tracked);
    }
  }

  /** What the step publishes. */
  private runOne(step: StepDefinition, snapshot: JsonObject, phase: number): Settled<JsonObject | undefined> {
    if (this.isCancelled()) {
      this.finish(step, phase, { status: "cancelled", attempt: 0 }, 0);
      return undefined;
    }
    const skipped = this.whySkipped(step);
    if (skipped !== undefined) {
      this.skip(step, phase, skipped);
      return undefined;
    }
    const { clock } = this.host;
    const beganMs = clock.monotonicMs();
    this.tasks.set(step.name, record(step, "running", 1));
    this.host.emit({
      type: "step-start",
      run: this.request.run,
      step: step.name,
      node: step.nodeType,
      phase,
      attempt: 1,
    });
    const end = runStep(this.host, this.request.run, step, this.inputOf(step, snapshot), this.request.signal);
    return onSettled(end, (ended) => {
      this.finish(step, phase, ended, clock.monotonicMs() - beganMs);
      return ended.status === "cancelled" ? undefined : ended.output;
    });
  }

  /** The phase's snapshot, with the error keys for a recovery step (spec 03 §7). */
  private inputOf(step: StepDefinition, snapshot: JsonObject): JsonObject {
    const source = this.sources.get(step.name);
    const end = source === undefined ? undefined : this.ends.get(source.name);
    if (source === undefined || end?.status !== "failed") return snapshot;
    const input = new Map<string, Json>(snapshot);
    input.set("_error_message", this.host.redactor.text(end.message));
    input.set("_error_step", source.name);
    input.set("_error_node_type", source.nodeType);
    if (end.output !== undefined) input.set("_error_output", end.output);
    return input;
  }

  /** Spec 03 §6, in its order. */
  private whySkipped(step: StepDefinition): { reason: string; standing: Standing } | undefined {
    const source = this.sources.get(step.name);
    if (source !== undefined) {
      if (this.standings.get(source.name) !== "failed") {
        return { reason: "error handler was not triggered", standing: "unavailable" };
      }
      if (step.dependsOn.some((name) => this.blocks(name))) {
        return { reason: "recovery handler dependency failed", standing: "unavailable" };
      }
    }
    if (step.dependsOn.some((name) => this.blocks(name))) {
      return { reason: "dependency failed", standing: "unavailable" };
    }
    const { route } = step;
    if (route !== undefined && !step.dependsOn.some((name) => this.context.get(`_route_${name}`) === route)) {
      return { reason: "route condition was not matched", standing: "not-routed" };
    }
    return undefined;
  }

  private blocks(dependency: string): boolean {
    const standing = this.standings.get(dependency);
    return standing === "failed" || standing === "unavailable";
  }

  private skip(
    step: StepDefinition,
    phase: number,
    { reason, standing }: { reason: string; standing: Standing },
  ): void {
    this.standings.set(step.name, standing);
    this.tasks.set(step.name, { ...record(step, "skipped", 0), reason });
    this.host.emit({
      type: "step-end",
      run: this.request.run,
      step: step.name,
      node: step.nodeType,
      phase,
      status: "skipped",
      attempt: 0,
      duration_ms: 0,
      reason,
    });
  }

  private finish(step: StepDefinition, phase: number, end: StepEnd, durationMs: number): void {
    this.ends.set(step.name, end);
    if (end.status === "cancelled") this.cancelled = true;
    else this.standings.set(step.name, end.status === "success" ? "succeeded" : "failed");
    const source = this.sources.get(step.name);
    if (source !== undefined && end.status === "success") this.standings.set(source.name, "recovered");
    const output = end.status === "cancelled" ? undefined : end.output;
    const task: Draft<TaskRecord> = record(step, end.status, end.attempt);
    if (output !== undefined) task.output = output;
    if (end.status === "failed") task.error = this.host.redactor.text(end.message);
    this.tasks.set(step.name, task);
    const told: Draft<StepEndEvent> = {
      type: "step-end",
      run: this.request.run,
      step: step.name,
      node: step.nodeType,
      phase,
      status: end.status,
      attempt: end.attempt,
      duration_ms: durationMs,
    };
    if (output !== undefined) told.output = inspectOutput(output, this.host.limits.maxTaskOutputBytes);
    if (end.status === "failed") {
      told.error = end.message;
      if (end.where !== undefined) told.where = end.where;
    }
    if (end.status !== "cancelled" && end.request !== undefined) told.request = end.request;
    this.host.emit(told);
  }

  /** The outputs of a phase, in declaration order; dropped when the run was cancelled meanwhile. */
  private merge(published: readonly (JsonObject | undefined)[]): void {
    if (this.isCancelled()) return;
    let next: Map<string, Json> | undefined;
    for (const output of published) {
      if (output === undefined || output.size === 0) continue;
      next ??= new Map(this.context);
      for (const [key, value] of output) next.set(key, value);
    }
    if (next !== undefined) this.context = next;
  }

  /** The context with the overlay's keys over it (spec 06 §1). */
  private visible(): JsonObject {
    const { overlay } = this.host.redactor;
    return overlay.size === 0 ? this.context : new Map([...this.context, ...overlay]);
  }

  private isCancelled(): boolean {
    return this.cancelled || this.request.signal.aborted || this.host.cancelled();
  }

  private result(): FlowRunResult {
    const cancelled = this.isCancelled();
    const failures: UnresolvedFailure[] = [];
    for (const step of this.request.flow.steps) {
      const end = this.ends.get(step.name);
      if (cancelled && this.tasks.get(step.name)?.status === "pending") {
        this.tasks.set(step.name, record(step, "cancelled", 0));
      }
      if (end?.status !== "failed" || this.standings.get(step.name) === "recovered") continue;
      const where = end.where === undefined ? {} : { where: end.where };
      failures.push({ step: step.name, message: end.message, ...where });
    }
    return {
      status: cancelled ? "cancelled" : failures.length > 0 ? "failed" : "success",
      context: this.host.redactor.object(this.context),
      tasks: this.tasks,
      failures,
    };
  }
}

function record(step: StepDefinition, status: TaskRecord["status"], attempt: number): TaskRecord {
  const made: Draft<TaskRecord> = { step: step.name, nodeType: step.nodeType, status, attempt };
  if (step.line !== undefined) made.line = step.line;
  return made;
}

/** Something while it is made, field by field: every step ends here, and spreading optional fields was dear. */
type Draft<T> = { -readonly [Field in keyof T]: T[Field] };
type StepEndEvent = Extract<UnstampedEvent, { type: "step-end" }>;
