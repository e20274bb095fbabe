import { inspectOutput } from "../inspection/inspect.ts";
import type { RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { FlowDefinition, RunStatus, StepDefinition, TaskRecord, TaskStatus } from "../vocabulary/flow.ts";
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

/** A step on its way through one run. */
class StepState {
  readonly step: StepDefinition;
  status: TaskStatus = "pending";
  attempt = 0;
  standing: Standing | undefined = undefined;
  end: StepEnd | undefined = undefined;
  reason: string | undefined = undefined;
  error: string | undefined = undefined;
  shown: JsonObject | undefined = undefined;
  /** The step that this one recovers. */
  source: StepState | undefined = undefined;

  constructor(step: StepDefinition) {
    this.step = step;
  }

  get output(): JsonObject | undefined {
    return this.end === undefined || this.end.status === "cancelled" ? undefined : this.end.output;
  }

  record(): TaskRecord {
    const { step, status, attempt, reason, error, output, shown } = this;
    return {
      step: step.name,
      nodeType: step.nodeType,
      status,
      attempt,
      ...(step.line === undefined ? {} : { line: step.line }),
      ...(reason === undefined ? {} : { reason }),
      ...(error === undefined ? {} : { error }),
      ...(output === undefined ? {} : { output }),
      ...(shown === undefined ? {} : { shown }),
    };
  }
}

class FlowRun {
  private readonly host: FlowHost;
  private readonly request: FlowRunRequest;
  private context: JsonObject;
  private readonly states = new Map<string, StepState>();
  private cancelled = false;

  constructor(host: FlowHost, request: FlowRunRequest) {
    this.host = host;
    this.request = request;
    this.context = request.context;
    for (const step of request.flow.steps) this.states.set(step.name, new StepState(step));
    for (const step of request.flow.steps) {
      if (step.onError !== undefined) this.state(step.onError).source = this.state(step.name);
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

  /** Of a checked flow: every step that is named exists. */
  private state(name: string): StepState {
    const state = this.states.get(name);
    if (state === undefined) throw new Error(`no step '${name}'`);
    return state;
  }

  private runPhase(steps: readonly StepDefinition[], phase: number): Settled<void> {
    const snapshot = this.visible();
    const [first] = steps;
    if (steps.length === 1 && first !== undefined) {
      return onSettled(this.runOne(first, snapshot, phase), (output) => this.merge([output]));
    }
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
    const state = this.state(step.name);
    if (this.isCancelled()) {
      this.finish(state, phase, { status: "cancelled", attempt: 0 }, 0);
      return undefined;
    }
    const skipped = this.whySkipped(state);
    if (skipped !== undefined) {
      this.skip(state, phase, skipped);
      return undefined;
    }
    const { clock } = this.host;
    const beganMs = clock.monotonicMs();
    state.status = "running";
    state.attempt = 1;
    this.host.emit({
      type: "step-start",
      run: this.request.run,
      step: step.name,
      node: step.nodeType,
      phase,
      attempt: 1,
    });
    const end = runStep(this.host, this.request.run, step, this.inputOf(state, snapshot), this.request.signal);
    return onSettled(end, (ended) => {
      this.finish(state, phase, ended, clock.monotonicMs() - beganMs);
      return state.output;
    });
  }

  /** The phase's snapshot, with the error keys for a recovery step (spec 03 §7). */
  private inputOf({ source }: StepState, snapshot: JsonObject): JsonObject {
    const end = source?.end;
    if (source === undefined || end?.status !== "failed") return snapshot;
    const input = new Map<string, Json>(snapshot);
    input.set("_error_message", this.host.redactor.text(end.message));
    input.set("_error_step", source.step.name);
    input.set("_error_node_type", source.step.nodeType);
    if (end.output !== undefined) input.set("_error_output", end.output);
    return input;
  }

  /** Spec 03 §6, in its order. */
  private whySkipped({ step, source }: StepState): { reason: string; standing: Standing } | undefined {
    if (source !== undefined) {
      if (source.standing !== "failed") {
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
    const { standing } = this.state(dependency);
    return standing === "failed" || standing === "unavailable";
  }

  private skip(state: StepState, phase: number, { reason, standing }: { reason: string; standing: Standing }): void {
    state.standing = standing;
    state.status = "skipped";
    state.reason = reason;
    this.host.emit({
      type: "step-end",
      run: this.request.run,
      step: state.step.name,
      node: state.step.nodeType,
      phase,
      status: "skipped",
      attempt: 0,
      duration_ms: 0,
      reason,
    });
  }

  private finish(state: StepState, phase: number, end: StepEnd, durationMs: number): void {
    const { step, source } = state;
    state.end = end;
    state.status = end.status;
    state.attempt = end.attempt;
    if (end.status === "cancelled") this.cancelled = true;
    else state.standing = end.status === "success" ? "succeeded" : "failed";
    if (source !== undefined && end.status === "success") source.standing = "recovered";
    if (end.status === "failed") state.error = this.host.redactor.text(end.message);
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
    const { output } = state;
    if (output !== undefined) {
      state.shown = inspectOutput(output, this.host.limits.maxTaskOutputBytes, this.host.sizes);
      told.output = state.shown;
    }
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
    for (const { name } of this.request.flow.steps) {
      const state = this.state(name);
      if (cancelled && state.status === "pending") state.status = "cancelled";
      const { end } = state;
      if (end?.status !== "failed" || state.standing === "recovered") continue;
      const where = end.where === undefined ? {} : { where: end.where };
      failures.push({ step: name, message: end.message, ...where });
    }
    const status = cancelled ? "cancelled" : failures.length > 0 ? "failed" : "success";
    return new FlowEnd(status, this.host.redactor.object(this.context), failures, this.states);
  }
}

/** Nobody asks for the tasks of most runs: they are made when somebody does. */
class FlowEnd implements FlowRunResult {
  readonly status: FlowRunResult["status"];
  readonly context: JsonObject;
  readonly failures: readonly UnresolvedFailure[];
  readonly #states: ReadonlyMap<string, StepState>;

  constructor(
    status: FlowRunResult["status"],
    context: JsonObject,
    failures: readonly UnresolvedFailure[],
    states: ReadonlyMap<string, StepState>,
  ) {
    this.status = status;
    this.context = context;
    this.failures = failures;
    this.#states = states;
  }

  get tasks(): ReadonlyMap<string, TaskRecord> {
    return new Map([...this.#states].map(([name, state]) => [name, state.record()]));
  }
}

/** Something while it is made, field by field: every step ends here, and spreading optional fields was dear. */
type Draft<T> = { -readonly [Field in keyof T]: T[Field] };
type StepEndEvent = Extract<UnstampedEvent, { type: "step-end" }>;
