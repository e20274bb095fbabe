import { summariseFailures } from "../flow/failure-summary.ts";
import { journaled } from "../flow/journaled.ts";
import { type FlowRunResult, runFlow } from "../flow/run-flow.ts";
import { onSettled, type Settled } from "../flow/settled.ts";
import { validateFlow } from "../flow/validate-flow.ts";
import { inspectContext } from "../inspection/inspect.ts";
import { createScriptedNetwork } from "../nodes/network/scripted-network.ts";
import type { Clock, Network, Random } from "../ports/host.ts";
import type { Journal } from "../ports/journal.ts";
import type { Lua } from "../ports/lua.ts";
import type { LuaAnalysis } from "../ports/lua-analysis.ts";
import type { MemoryCache, WorkGuard } from "../ports/node.ts";
import { createRedactor } from "../redaction/create-redactor.ts";
import type { FinishedRun, RunEvent, ShownTask, UnstampedEvent } from "../vocabulary/event.ts";
import type { FlowDefinition, StepDefinition, TaskRecord } from "../vocabulary/flow.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import type { Scenario } from "../vocabulary/scenario.ts";
import { CallReports } from "./call-reports.ts";
import { Engine } from "./engine.ts";
import { FLOWS_FOLDER, flowFiles, resolvePath } from "./flow-files.ts";
import type { FlowLoader } from "./flow-loader.ts";
import { nodeOf } from "./node-lookup.ts";

/** What a host lends to a run. */
export interface RunPorts {
  readonly lua: Lua;
  readonly clock: Clock;
  readonly random: Random;
  readonly network?: Network;
  readonly cache: MemoryCache;
  /** Shared by the runs of one Lua. */
  readonly loader: FlowLoader;
  readonly journal?: Journal;
  /** Where a watchdog looks after the thread. */
  readonly guard?: WorkGuard;
  /** The host wants the run to end; asked while Lua keeps the thread busy, when no signal can be heard. */
  readonly cancelled?: () => boolean;
  /** Whether the host takes one more log line; one that it does not take is left out, before it is numbered. */
  readonly admitLog?: (text: string) => boolean;
  /** The parser behind validation (spec 09 §2), loaded when it is first needed. */
  readonly analysis?: () => Promise<LuaAnalysis>;
}

/** Name of the step that a scenario of kind `dispatch` consists of. */
const DISPATCH_STEP = "dispatch";

/**
 * Runs a scenario: events go to `send`, numbered from 0 without gaps, `run-end` last, also after an abort. The result
 * is there at once when nothing in the run waits.
 */
export function conduct(
  scenario: Scenario,
  ports: RunPorts,
  send: (event: RunEvent) => void,
  signal: AbortSignal,
): Settled<FinishedRun> {
  return new Conductor(scenario, ports, send, signal).run();
}

type RunOutcome = UnfinishedRun;
/** A finished run without what every run has. */
type UnfinishedRun = FinishedRun extends infer R
  ? R extends FinishedRun
    ? Omit<R, "problems" | "duration_ms">
    : never
  : never;

class Conductor {
  private readonly scenario: Scenario;
  private readonly ports: RunPorts;
  private readonly engine: Engine;
  private readonly reports = new CallReports();
  /** Ends the run: the host's own signal, or one that a time limit ends too. */
  private readonly signal: AbortSignal;
  private readonly limit: RunLimit | undefined;

  constructor(scenario: Scenario, ports: RunPorts, send: (event: RunEvent) => void, signal: AbortSignal) {
    this.scenario = scenario;
    this.ports = ports;
    const seconds = scenario.limits.maxRunSeconds;
    this.limit = seconds === undefined ? undefined : new RunLimit(seconds, ports.clock, signal);
    this.signal = this.limit?.signal ?? signal;
    const allowed = scenario.limits.envAllowlist;
    this.engine = new Engine({
      limits: scenario.limits,
      lua: ports.lua,
      clock: ports.clock,
      random: ports.random,
      network: networkOf(scenario, ports),
      cache: ports.cache,
      journal: ports.journal,
      guard: ports.guard,
      admitLog: ports.admitLog,
      redactor: createRedactor(scenario.secrets),
      env: (key) => (allowed === undefined || allowed.includes(key) ? scenario.env.get(key) : undefined),
      node: nodeOf,
      cancelled: () => this.signal.aborted || this.limit?.isOver() === true || ports.cancelled?.() === true,
      loader: ports.loader,
      files: flowFiles(scenario.flows),
      signal: this.signal,
      send: (event) => {
        this.reports.add(event);
        send(event);
      },
    });
  }

  run(): Settled<FinishedRun> {
    const { scenario } = this;
    const name = scenario.name === undefined ? {} : { name: scenario.name };
    this.engine.emit({ type: "run-start", kind: scenario.kind, ...name });
    return onSettled(this.body(), (outcome) => {
      this.limit?.close();
      const rest = { problems: scenario.problems, duration_ms: this.engine.elapsedMs };
      const result = Object.assign(outcome, rest) as FinishedRun;
      this.engine.emit({ type: "run-end", result } as UnstampedEvent);
      return result;
    });
  }

  private body(): Settled<RunOutcome> {
    switch (this.scenario.kind) {
      case "dispatch":
        return this.dispatch();
      case "flow":
        return this.flow();
      case "validate":
        return this.validate();
    }
  }

  private dispatch(): Settled<RunOutcome> {
    const step: StepDefinition = {
      name: DISPATCH_STEP,
      nodeType: "tool_dispatch",
      config: this.scenario.config,
      dependsOn: [],
      maxRetries: 0,
      backoffSeconds: 0,
    };
    const flow: FlowDefinition = { name: DISPATCH_STEP, file: "", steps: [step] };
    return onSettled(this.start(flow, [[step]]), (ended): RunOutcome => {
      const task = ended.tasks.get(DISPATCH_STEP);
      const calls = this.reports.list();
      if (ended.status === "cancelled") return { kind: "dispatch", outcome: "cancelled", error: CANCELLED, calls };
      if (task?.status === "success") {
        const output = task.output ?? new Map();
        // What may be shown as a whole may be shown in parts.
        const shown = task.shown === output ? {} : this.shownOutput(output);
        return { kind: "dispatch", outcome: "ok", output, ...shown, calls };
      }
      return { kind: "dispatch", outcome: "error", error: task?.error ?? "", calls };
    });
  }

  /** Spec 08 §2, where something is left out. */
  private shownOutput(output: JsonObject): { readonly inspection?: { readonly output: JsonObject } } {
    const shown = inspectContext(output, this.scenario.limits.maxTaskOutputBytes, this.engine.sizes);
    const differs = [...shown].some(([key, value]) => value !== output.get(key));
    return differs ? { inspection: { output: shown } } : {};
  }

  private flow(): Settled<RunOutcome> {
    const { entry, flows } = this.scenario;
    const source = flows.get(entry);
    if (source === undefined) return this.flowError(`There is no flow file '${entry}' in the scenario`);
    const loaded = this.engine.load("", resolvePath(FLOWS_FOLDER, entry), source);
    if (!loaded.ok) return this.flowError(this.engine.redactor.diagnostics(loaded.error));
    return onSettled(this.start(loaded.flow, loaded.phases), (ended) => this.flowOutcome(ended));
  }

  private flowError(error: string): RunOutcome {
    return { kind: "flow", outcome: "error", error, calls: [] };
  }

  private flowOutcome(ended: FlowRunResult): RunOutcome {
    const limitBytes = this.scenario.limits.maxTaskOutputBytes;
    const outputs = new Map<string, Json>();
    const tasks = new Map<string, ShownTask>();
    for (const task of ended.tasks.values()) {
      if (task.shown !== undefined) outputs.set(task.step, task.shown);
      tasks.set(task.step, shownTask(task));
    }
    const { redactor } = this.engine;
    const summary = ended.failures.length === 0 ? undefined : summariseFailures(ended.failures, redactor);
    return {
      kind: "flow",
      outcome: ended.status === "cancelled" ? "cancelled" : ended.status === "success" ? "ok" : "error",
      status: ended.status,
      context: ended.context,
      tasks,
      inspection: { context: inspectContext(ended.context, limitBytes, this.engine.sizes), tasks: outputs },
      calls: this.reports.list(),
      ...(summary === undefined ? {} : { failure_summary: summary, error: summary }),
    };
  }

  private async validate(): Promise<RunOutcome> {
    const { entry, flows } = this.scenario;
    const source = flows.get(entry);
    const refused = { kind: "validate", outcome: "error", valid: false, warnings: [] } as const;
    if (source === undefined) return { ...refused, errors: [`There is no flow file '${entry}' in the scenario`] };
    const { analysis, journal } = this.ports;
    if (analysis === undefined) return { ...refused, errors: ["This host does not validate flows"] };
    const { engine, scenario } = this;
    const lua = journal === undefined ? engine.lua : journaled(engine.lua, journal, "validate");
    const request = {
      source,
      file: entry,
      strict: scenario.strict,
      limits: scenario.limits,
      env: engine.env,
      cancelled: engine.cancelled,
    };
    const { errors, ...found } = validateFlow(request, lua, await analysis());
    return { kind: "validate", ...found, errors: errors.map((error) => engine.redactor.text(error)) };
  }

  private start(flow: FlowDefinition, phases: readonly (readonly StepDefinition[])[]): Settled<FlowRunResult> {
    const context = new Map<string, Json>(this.scenario.context);
    context.set("_flow_dir", FLOWS_FOLDER);
    const result = runFlow(this.engine, { flow, phases, run: "", context, signal: this.signal });
    // `run-end` is the last event, so children that nobody waits for are waited for here.
    return onSettled(result, (ended) => this.engine.detachedEnd()?.then(() => ended) ?? ended);
  }
}

/** Spec 08 §1: a run that takes longer than IRONFLOW_MAX_RUN_SECONDS is cancelled. */
class RunLimit {
  private readonly controller = new AbortController();
  private readonly timer = new AbortController();
  private readonly outer: AbortSignal;
  private readonly clock: Clock;
  private readonly endMs: number;
  private readonly abort = () => this.controller.abort();

  constructor(seconds: number, clock: Clock, outer: AbortSignal) {
    this.outer = outer;
    this.clock = clock;
    this.endMs = clock.monotonicMs() + seconds * 1000;
    if (outer.aborted) this.abort();
    else outer.addEventListener("abort", this.abort, { once: true });
    void clock.sleep(seconds * 1000, this.timer.signal).then(() => {
      if (!this.timer.signal.aborted) this.abort();
    });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** For Lua that keeps the thread, where no timer is heard. */
  isOver(): boolean {
    return this.clock.monotonicMs() >= this.endMs;
  }

  close(): void {
    this.timer.abort();
    this.outer.removeEventListener("abort", this.abort);
  }
}

const CANCELLED = "The run was cancelled";

/** Scripted answers come before a real network; without either, a request says which exchange would answer it. */
function networkOf({ exchanges }: Scenario, { network, clock }: RunPorts): Network {
  return network === undefined || exchanges.length > 0 ? createScriptedNetwork(exchanges, clock) : network;
}

function shownTask(task: TaskRecord): ShownTask {
  return {
    status: task.status,
    attempt: task.attempt,
    node: task.nodeType,
    ...(task.reason === undefined ? {} : { reason: task.reason }),
    ...(task.error === undefined ? {} : { error: task.error }),
    ...(task.shown === undefined ? {} : { output: task.shown }),
  };
}
