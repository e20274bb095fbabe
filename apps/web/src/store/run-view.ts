import type {
  CallOutcome,
  FinishedRun,
  FlowPlace,
  HttpRequest,
  Json,
  LogLevel,
  RunEvent,
  TaskStatus,
} from "@tool-dispatch/core";

export type RunHost = "browser" | "server";

/** A step of a handler flow or of the main flow, as far as it is known. */
export interface StepView {
  readonly run: string;
  readonly step: string;
  readonly node: string;
  readonly phase: number;
  readonly status: TaskStatus;
  readonly attempt: number;
  readonly durationMs?: number;
  readonly output?: Json;
  readonly reason?: string;
  readonly error?: string;
  readonly where?: FlowPlace;
  readonly request?: HttpRequest;
}

export interface LogView {
  readonly run: string;
  readonly step: string | undefined;
  readonly level: LogLevel;
  readonly text: string;
}

/** A call of the main run's dispatch as far as it is known. */
export interface CallRunView {
  readonly status: CallOutcome["status"] | "running";
  readonly outcome?: CallOutcome;
  readonly durationMs?: number;
  readonly where?: FlowPlace;
}

/** One run: a fold of its events. */
export interface RunView {
  readonly number: number;
  readonly host: RunHost;
  readonly status: "running" | "ended" | "lost";
  readonly startedAtMs: number;
  readonly calls: ReadonlyMap<number, CallRunView>;
  readonly steps: readonly StepView[];
  readonly logs: readonly LogView[];
  readonly result?: FinishedRun;
  /** Why no answer came: the server is not there, or refused. */
  readonly lostBecause?: string;
}

export function startedRun(number: number, host: RunHost, startedAtMs: number): RunView {
  return { number, host, status: "running", startedAtMs, calls: new Map(), steps: [], logs: [] };
}

/** The run after some more of its events. */
export function foldEvents(run: RunView, events: readonly RunEvent[]): RunView {
  const calls = new Map(run.calls);
  const steps = [...run.steps];
  const logs = [...run.logs];
  let result = run.result;
  for (const event of events) {
    switch (event.type) {
      case "call-start":
        if (event.run === "") calls.set(event.index, { status: "running" });
        break;
      case "call-end":
        if (event.run === "") calls.set(event.index, endedCall(event));
        break;
      case "step-start":
        steps.push(startedStep(event));
        break;
      case "step-end":
        endStep(steps, event);
        break;
      case "log":
        logs.push({ run: event.run, step: event.step, level: event.level, text: event.text });
        break;
      case "run-end":
        result = event.result;
        for (const [index, call] of neverBegun(event.result, calls)) calls.set(index, call);
        break;
    }
  }
  const ended = result === undefined ? run.status : "ended";
  return { ...run, calls, steps, logs, status: ended, ...(result === undefined ? {} : { result }) };
}

/** Calls that the run ended without: no event of their own tells of them. */
function neverBegun(result: FinishedRun, known: RunView["calls"]): readonly (readonly [number, CallRunView])[] {
  if (!("calls" in result)) return [];
  return result.calls.flatMap(({ outcome }, index) =>
    known.has(index) ? [] : [[index, { status: outcome.status, outcome }] as const],
  );
}

function endedCall(event: Extract<RunEvent, { type: "call-end" }>): CallRunView {
  const where = event.where === undefined ? {} : { where: event.where };
  return { status: event.outcome.status, outcome: event.outcome, durationMs: event.duration_ms, ...where };
}

function startedStep(event: Extract<RunEvent, { type: "step-start" }>): StepView {
  const { run, step, node, phase, attempt } = event;
  return { run, step, node, phase, attempt, status: "running" };
}

function endStep(steps: StepView[], event: Extract<RunEvent, { type: "step-end" }>): void {
  const { run, step, node, phase, attempt, status, output, reason, error, where, request } = event;
  const ended: StepView = {
    run,
    step,
    node,
    phase,
    attempt,
    status,
    durationMs: event.duration_ms,
    ...(output === undefined ? {} : { output }),
    ...(reason === undefined ? {} : { reason }),
    ...(error === undefined ? {} : { error }),
    ...(where === undefined ? {} : { where }),
    ...(request === undefined ? {} : { request }),
  };
  const at = steps.findLastIndex((known) => known.run === run && known.step === step && known.status === "running");
  if (at < 0) steps.push(ended);
  else steps[at] = ended;
}
