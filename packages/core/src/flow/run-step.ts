import type { NodeImplementation, NodeOutcome, NodeStep } from "../ports/node.ts";
import type { FlowPlace, RunPath } from "../vocabulary/event.ts";
import type { HttpRequest } from "../vocabulary/exchange.ts";
import type { StepDefinition } from "../vocabulary/flow.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import type { FlowHost } from "./flow-host.ts";
import { onSettled, type Settled } from "./settled.ts";
import { StepHost } from "./step-host.ts";

/** How a step ended that was started (spec 03 §5). Texts and outputs are clean. */
export type StepEnd =
  | {
      readonly status: "success";
      readonly attempt: number;
      readonly output: JsonObject;
      readonly request?: HttpRequest;
    }
  | {
      readonly status: "failed";
      readonly attempt: number;
      /** `Task 'S' failed after …` or `Task 'S' timed out after …`. */
      readonly message: string;
      readonly output?: JsonObject;
      readonly where?: FlowPlace;
      readonly request?: HttpRequest;
    }
  | { readonly status: "cancelled"; readonly attempt: number };

/** One step with its attempts, pauses and total budget. */
export function runStep(
  host: FlowHost,
  run: RunPath,
  step: StepDefinition,
  context: JsonObject,
  signal: AbortSignal,
): Settled<StepEnd> {
  const node = host.node(step.nodeType);
  if (node === undefined) throw new Error(`no node of type ${step.nodeType}`);
  return new StepRun(host, run, step, context, signal, node).start();
}

type Failure = Extract<NodeOutcome, { ok: false }>;

class StepRun {
  private readonly host: FlowHost;
  readonly run: RunPath;
  readonly step: StepDefinition;
  readonly context: JsonObject;
  private readonly runSignal: AbortSignal;
  private readonly node: NodeImplementation;
  private readonly budget: Budget | undefined;
  attempt = 0;

  constructor(
    host: FlowHost,
    run: RunPath,
    step: StepDefinition,
    context: JsonObject,
    signal: AbortSignal,
    node: NodeImplementation,
  ) {
    this.host = host;
    this.run = run;
    this.step = step;
    this.context = context;
    this.runSignal = signal;
    this.node = node;
    if (step.timeoutSeconds !== undefined) this.budget = new Budget(host, step.timeoutSeconds, signal);
  }

  start(): Settled<StepEnd> {
    const end = this.next();
    const { budget } = this;
    if (budget === undefined) return end;
    return onSettled(end, (ended) => {
      budget.close();
      return ended;
    });
  }

  private next(): Settled<StepEnd> {
    this.attempt++;
    const { budget } = this;
    const host = new StepHost(this.host, this, budget?.signal ?? this.runSignal, budget?.deadlineMs);
    const outcome = this.node(this.nodeStep(), host);
    const raced = outcome instanceof Promise && this.budget !== undefined ? this.budget.race(outcome) : outcome;
    return onSettled<NodeOutcome | "ended", StepEnd>(raced, (settled) => this.judge(settled));
  }

  private judge(outcome: NodeOutcome | "ended"): Settled<StepEnd> {
    if (this.isCancelled()) return { status: "cancelled", attempt: this.attempt };
    if (outcome === "ended") return this.timedOut();
    if (outcome.ok) {
      const output = this.host.redactor.object(outcome.output);
      return { status: "success", attempt: this.attempt, output, ...withRequest(outcome) };
    }
    if (this.budget?.isOver()) return this.timedOut(outcome);
    if (this.attempt > this.step.maxRetries) return this.failed(outcome);
    const pauseMs = this.step.backoffSeconds * 1000 * 2 ** (this.attempt - 1);
    if (pauseMs === 0) return this.next();
    return this.pause(pauseMs).then((ended) => {
      if (this.isCancelled()) return { status: "cancelled", attempt: this.attempt };
      return ended ? this.next() : this.timedOut(outcome);
    });
  }

  /** False when the budget ran out during the pause. */
  private async pause(pauseMs: number): Promise<boolean> {
    const signal = this.budget?.signal ?? this.runSignal;
    await this.host.clock.sleep(pauseMs, signal);
    return !(this.budget?.isOver() ?? false);
  }

  private failed(outcome: Failure): StepEnd {
    const { redactor } = this.host;
    const text = outcome.scrubbed ? redactor.text(outcome.error) : redactor.diagnostics(outcome.error);
    const message = `Task '${this.step.name}' failed after ${this.step.maxRetries + 1} attempts: ${text}`;
    return this.failure(message, outcome);
  }

  private timedOut(outcome?: Failure): StepEnd {
    return this.failure(`Task '${this.step.name}' timed out after ${this.step.timeoutSeconds}s total`, outcome, false);
  }

  private failure(message: string, outcome: Failure | undefined, withOutput = true): StepEnd {
    const output = withOutput ? outcome?.output : undefined;
    return {
      status: "failed",
      attempt: this.attempt,
      message,
      ...(output === undefined ? {} : { output: this.host.redactor.object(output) }),
      ...(outcome?.where === undefined ? {} : { where: outcome.where }),
      ...(outcome === undefined ? {} : withRequest(outcome)),
    };
  }

  private isCancelled(): boolean {
    return this.runSignal.aborted || this.host.cancelled();
  }

  private nodeStep(): NodeStep {
    const { step } = this;
    return {
      name: step.name,
      type: step.nodeType,
      config: step.config,
      context: this.context,
      ...(step.handler === undefined ? {} : { handler: step.handler }),
      ...(step.contextKeys === undefined ? {} : { contextKeys: step.contextKeys }),
    };
  }
}

function withRequest(outcome: NodeOutcome): { request?: HttpRequest } {
  return outcome.request === undefined ? {} : { request: outcome.request };
}

/** The total budget of a step: its clock starts before the first attempt and its signal aborts when it runs out. */
class Budget {
  readonly deadlineMs: number;
  private readonly clock: FlowHost["clock"];
  private readonly controller = new AbortController();
  private readonly over: Promise<"ended">;
  private readonly runSignal: AbortSignal;
  private readonly abort = () => this.controller.abort();
  private readonly timer = new AbortController();

  constructor(host: FlowHost, seconds: number, runSignal: AbortSignal) {
    this.clock = host.clock;
    this.runSignal = runSignal;
    this.deadlineMs = host.clock.monotonicMs() + seconds * 1000;
    runSignal.addEventListener("abort", this.abort, { once: true });
    const cancelled = new Promise<void>((resolve) =>
      runSignal.addEventListener("abort", () => resolve(), { once: true }),
    );
    this.over = Promise.race([host.clock.sleep(seconds * 1000, this.timer.signal), cancelled]).then(() => {
      this.abort();
      return "ended" as const;
    });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  isOver(): boolean {
    return this.clock.monotonicMs() >= this.deadlineMs;
  }

  race<T>(work: Promise<T>): Promise<T | "ended"> {
    return Promise.race([work, this.over]);
  }

  close(): void {
    this.timer.abort();
    this.runSignal.removeEventListener("abort", this.abort);
  }
}
