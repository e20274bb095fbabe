import { terminalReason } from "../flow/failure-summary.ts";
import type { ChildParent, FlowHost } from "../flow/flow-host.ts";
import { journaled } from "../flow/journaled.ts";
import { type FlowRunResult, runFlow } from "../flow/run-flow.ts";
import { onSettled, type Settled } from "../flow/settled.ts";
import { JsonSizes } from "../inspection/json-sizes.ts";
import type { Clock, Files, Network, Random } from "../ports/host.ts";
import type { Journal } from "../ports/journal.ts";
import type { Lua } from "../ports/lua.ts";
import type { ChildOutcome, ChildRequest, MemoryCache, NodeImplementation, WorkGuard } from "../ports/node.ts";
import type { Redactor } from "../redaction/create-redactor.ts";
import type { RunEvent, RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import { folderOf, resolvePath, shownName } from "./flow-files.ts";
import type { FlowLoader, LoadedFlow } from "./flow-loader.ts";
import { redactEvent } from "./redact-event.ts";

/** What a scenario's runs share, and what only the engine itself needs. */
export interface EngineOptions extends Omit<FlowHost, "emit" | "runChild" | "detached" | "sizes"> {
  readonly admitLog: ((text: string) => boolean) | undefined;
  readonly loader: FlowLoader;
  readonly files: Files;
  /** Ends every run of the scenario. */
  readonly signal: AbortSignal;
  /** Gets every event, clean and numbered, in order. */
  readonly send: (event: RunEvent) => void;
}

/** What the runs of one scenario share: loading, child runs, and the one exit of events. */
export class Engine implements FlowHost {
  readonly limits: Limits;
  readonly lua: Lua;
  readonly clock: Clock;
  readonly random: Random;
  readonly network: Network | undefined;
  readonly cache: MemoryCache;
  readonly journal: Journal | undefined;
  readonly guard: WorkGuard | undefined;
  readonly redactor: Redactor;
  readonly sizes = new JsonSizes();
  readonly env: (key: string) => string | undefined;
  readonly node: (type: string) => NodeImplementation | undefined;
  readonly cancelled: () => boolean;
  private readonly options: EngineOptions;
  private readonly beganMs: number;
  private readonly detachedRuns = new Set<Promise<void>>();
  private seq = 0;

  constructor(options: EngineOptions) {
    this.options = options;
    this.limits = options.limits;
    this.lua = options.lua;
    this.clock = options.clock;
    this.random = options.random;
    this.network = options.network;
    this.cache = options.cache;
    this.journal = options.journal;
    this.guard = options.guard;
    this.redactor = options.redactor;
    this.env = options.env;
    this.node = options.node;
    this.cancelled = options.cancelled;
    this.beganMs = options.clock.monotonicMs();
  }

  get elapsedMs(): number {
    return this.clock.monotonicMs() - this.beganMs;
  }

  emit = (event: UnstampedEvent): void => {
    if (event.type === "log" && this.options.admitLog?.(event.text) === false) return;
    const clean = redactEvent(event, this.redactor);
    this.options.send({ seq: this.seq++, at_ms: this.elapsedMs, ...clean } as RunEvent);
  };

  runChild = (parent: ChildParent, request: ChildRequest): Settled<ChildOutcome> => {
    const folder = parent.context.get("_flow_dir");
    if (!request.flow.startsWith("/") && typeof folder !== "string") {
      return { ok: false, kind: "no-flow-dir", error: "_flow_dir not set", path: request.flow };
    }
    const path = resolvePath(typeof folder === "string" ? folder : "/", request.flow);
    const source = this.options.files.read(path);
    if (source === undefined) return { ok: false, kind: "missing-file", error: `cannot find '${path}'`, path };
    const run: RunPath = `${parent.run}/${parent.step}/${request.child}`;
    const loaded = this.load(run, path, source, parent);
    if (!loaded.ok) return { ok: false, kind: loaded.kind, error: loaded.error, path };
    const context = this.childContext(request.context, path);
    request.onStart?.(loaded.flow.name);
    const signal = request.detached ? this.options.signal : parent.signal;
    const result = runFlow(this, { flow: loaded.flow, phases: loaded.phases, run, context, signal });
    if (request.detached && result instanceof Promise) this.track(result);
    return onSettled(result, (ended) => this.childOutcome(loaded.flow.name, ended));
  };

  /** Detached children that still run. */
  get detached(): number {
    return this.detachedRuns.size;
  }

  /** Resolves when no detached child runs any more; undefined when none does. */
  detachedEnd(): Promise<void> | undefined {
    if (this.detachedRuns.size === 0) return undefined;
    return Promise.all(this.detachedRuns).then(() => this.detachedEnd());
  }

  private track(run: Promise<unknown>): void {
    const tracked = run.then(() => {
      this.detachedRuns.delete(tracked);
    });
    this.detachedRuns.add(tracked);
  }

  load(run: RunPath, path: string, source: string, parent?: ChildParent): LoadedFlow {
    return this.options.loader.load(shownName(path), source, this.limits, () => ({
      lua: this.journal === undefined ? this.lua : journaled(this.lua, this.journal, run),
      grant: {
        env: this.env,
        log: (level, text) => this.emit({ type: "log", run, level, text }),
        cancelled: () => this.cancelled() || (parent?.signal.aborted ?? false),
        ...(parent?.deadlineMs === undefined ? {} : { deadlineMs: parent.deadlineMs }),
      },
    }));
  }

  /** Spec 05 §1.3–4: the handler's folder last; keys of the overlay reach the child by themselves. */
  private childContext(given: JsonObject, path: string): JsonObject {
    const context = new Map<string, Json>(given);
    context.set("_flow_dir", folderOf(path));
    for (const key of this.redactor.overlay.keys()) context.delete(key);
    return context;
  }

  private childOutcome(flowName: string, ended: FlowRunResult): ChildOutcome {
    const where = ended.failures.find((failure) => failure.where !== undefined)?.where;
    return {
      ok: true,
      flowName,
      status: ended.status,
      context: ended.context,
      terminalReason: terminalReason(ended.status, ended.failures, this.redactor),
      ...(where === undefined ? {} : { where }),
    };
  }
}
