import type { Clock, Network, Random } from "../ports/host.ts";
import type { Lua } from "../ports/lua.ts";
import type { ChildOutcome, ChildRequest, GuardedWork, MemoryCache, NodeHost, SizeNotes } from "../ports/node.ts";
import type { RunPath, UnstampedEvent } from "../vocabulary/event.ts";
import type { LogLevel, StepDefinition } from "../vocabulary/flow.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { FlowHost } from "./flow-host.ts";
import { journaled } from "./journaled.ts";
import type { Settled } from "./settled.ts";

/** What the engine lends to one attempt of one step. */
export class StepHost implements NodeHost {
  readonly run: RunPath;
  readonly signal: AbortSignal;
  readonly deadlineMs?: number;
  readonly #host: FlowHost;
  readonly #step: StepDefinition;
  readonly #context: JsonObject;
  readonly #attempt: number;

  constructor(
    host: FlowHost,
    { run, step, context, attempt }: { run: RunPath; step: StepDefinition; context: JsonObject; attempt: number },
    signal: AbortSignal,
    deadlineMs: number | undefined,
  ) {
    this.#host = host;
    this.run = run;
    this.#step = step;
    this.#context = context;
    this.#attempt = attempt;
    this.signal = signal;
    if (deadlineMs !== undefined) this.deadlineMs = deadlineMs;
  }

  get limits(): Limits {
    return this.#host.limits;
  }

  get lua(): Lua {
    const { lua, journal } = this.#host;
    if (journal === undefined) return lua;
    return journaled(lua, journal, `${this.run}/${this.#step.name}#${this.#attempt}`);
  }

  get clock(): Clock {
    return this.#host.clock;
  }

  get random(): Random {
    return this.#host.random;
  }

  get network(): Network | undefined {
    return this.#host.network;
  }

  get cache(): MemoryCache {
    return this.#host.cache;
  }

  get env(): NodeHost["env"] {
    return this.#host.env;
  }

  get sizes(): SizeNotes {
    return this.#host.sizes;
  }

  guard<T>(work: () => T): GuardedWork<T> {
    const { guard, limits } = this.#host;
    if (guard === undefined) return { ok: true, value: work() };
    return guard(`${this.run}/${this.#step.name}:work`, { limits, ...this.#deadline() }, work);
  }

  log(level: LogLevel, text: string): void {
    this.#host.emit({ type: "log", run: this.run, step: this.#step.name, level, text });
  }

  emit(event: UnstampedEvent): void {
    this.#host.emit(event);
  }

  detached(): number {
    return this.#host.detached;
  }

  cancelled(): boolean {
    return this.signal.aborted || this.#host.cancelled();
  }

  runChild(request: ChildRequest): Settled<ChildOutcome> {
    const { run, signal } = this;
    const parent = { run, step: this.#step.name, context: this.#context, signal, ...this.#deadline() };
    return this.#host.runChild(parent, request);
  }

  #deadline(): { deadlineMs?: number } {
    return this.deadlineMs === undefined ? {} : { deadlineMs: this.deadlineMs };
  }
}
