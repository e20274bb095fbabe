import { type KeyObject, randomUUID } from "node:crypto";
import type { RunEvent } from "@tool-dispatch/core";
import type { ChainableCommander, Redis, Result } from "ioredis";
import { APPEND_SCRIPT, type AppendOutcome } from "./append-script.ts";
import { type EventBatch, openBatch, sealBatch } from "./event-batch.ts";
import { RunSeal, SealError } from "./run-seal.ts";

declare module "ioredis" {
  interface RedisCommander<Context> {
    tellRun(...args: (string | number | Buffer)[]): Result<AppendOutcome, Context>;
  }
}

/** A run that waits, or is silent, for longer is forgotten by Redis. */
const GOING_TTL_MS = 6 * 60 * 60_000;
const BATCHES_A_READ = 64;

export interface RunStoreOptions {
  readonly prefix: string;
  readonly runsKey: KeyObject;
  readonly keepMs: number;
  readonly maxEventBytes: number;
}

/** What is known of a run beside its events. */
export interface RunFacts {
  readonly createdAtMs: number;
  /** When somebody took the run on; nobody else can from then on. */
  readonly claimedAtMs: number | undefined;
  readonly cancelled: boolean;
}

/**
 * Runs in Redis, each under three keys: the order (the sealed scenario, gone as soon as somebody takes it), the facts
 * (a hash of times and flags) and the events (a stream of sealed batches). All of them expire.
 */
export class RunStore {
  private readonly redis: Redis;
  private readonly options: RunStoreOptions;

  constructor(redis: Redis, options: RunStoreOptions) {
    this.redis = redis;
    this.options = options;
    redis.defineCommand("tellRun", { lua: APPEND_SCRIPT, numberOfKeys: 2 });
  }

  async order(id: string, scenario: string, nowMs: number): Promise<void> {
    const facts = this.key(id, "facts");
    const write = this.redis
      .multi()
      .set(this.key(id, "order"), this.sealOf(id).seal(scenario, "order"), "PX", GOING_TTL_MS)
      .hset(facts, { created: nowMs })
      .pexpire(facts, GOING_TTL_MS);
    await executed(write);
  }

  /** Takes the run on; false when somebody has before. That a run is executed at most once rests on this one step. */
  async claim(id: string, nowMs: number): Promise<boolean> {
    if ((await this.facts(id)) === undefined) return false;
    // Named, so that a claim that was repeated because its answer was lost is known again.
    const claim = `${nowMs} ${randomUUID()}`;
    await this.redis.hsetnx(this.key(id, "facts"), "claimed", claim);
    return (await this.redis.hget(this.key(id, "facts"), "claimed")) === claim;
  }

  /** The scenario, for the one who claimed the run; Redis has it no more afterwards. Throws a `SealError`. */
  async takeOrder(id: string): Promise<string> {
    const sealed = await this.redis.getBuffer(this.key(id, "order"));
    if (sealed === null) throw new SealError("the scenario is not in Redis any more");
    await this.dropOrder(id);
    return this.sealOf(id).open(sealed, "order");
  }

  async dropOrder(id: string): Promise<void> {
    await this.redis.del(this.key(id, "order"));
  }

  async facts(id: string): Promise<RunFacts | undefined> {
    const { created, claimed, cancelled } = await this.redis.hgetall(this.key(id, "facts"));
    if (created === undefined) return undefined;
    return {
      createdAtMs: Number(created),
      claimedAtMs: claimed === undefined ? undefined : Number.parseInt(claimed, 10),
      cancelled: cancelled !== undefined,
    };
  }

  /** Leaves a note for whoever takes the run on, and tells whoever has it. */
  async cancel(id: string): Promise<void> {
    if ((await this.facts(id)) === undefined) return;
    await executed(
      this.redis
        .multi()
        .hset(this.key(id, "facts"), { cancelled: 1 })
        .publish(this.cancels, id)
        .publish(this.channelOf(id), ""),
    );
  }

  /** Undefined when the events are more than Redis may hold of one run. */
  seal(id: string, events: readonly RunEvent[]): EventBatch | undefined {
    const batch = sealBatch(events, this.sealOf(id));
    return batch !== undefined && batch.sealed.length <= this.options.maxEventBytes ? batch : undefined;
  }

  /** Adds a batch to what the run has told: all of it or nothing. The same batch may be added again. */
  async append(id: string, { first, next, ends, sealed }: EventBatch): Promise<AppendOutcome> {
    const { keepMs, maxEventBytes } = this.options;
    const keys = [this.key(id, "events"), this.key(id, "facts")];
    const ttlMs = ends ? keepMs : GOING_TTL_MS;
    return this.redis.tellRun(...keys, first, next, sealed, ends ? 1 : 0, maxEventBytes, ttlMs, this.channelOf(id));
  }

  /** Events from number `from` on, as many as are there and fit one answer. Throws a `SealError`. */
  async read(id: string, from: number): Promise<RunEvent[]> {
    const after = `(${from}-0`;
    const entries = await this.redis.xrangeBuffer(this.key(id, "events"), after, "+", "COUNT", BATCHES_A_READ);
    const seal = this.sealOf(id);
    const events = entries.flatMap(([entry, [, sealed]]) =>
      sealed === undefined ? [] : openBatch(sealed, Number.parseInt(entry.toString(), 10), seal),
    );
    return events.filter(({ seq }) => seq >= from);
  }

  /** Every event told until now. */
  async readAll(id: string): Promise<RunEvent[]> {
    const events: RunEvent[] = [];
    for (;;) {
      const more = await this.read(id, events.length);
      if (more.length === 0) return events;
      events.push(...more);
    }
  }

  /** Where a message comes for each batch that a run tells, and for its cancel. */
  channelOf(id: string): string {
    return `${this.options.prefix}:told:${id}`;
  }

  /** Where the id of each cancelled run comes. */
  get cancels(): string {
    return `${this.options.prefix}:cancels`;
  }

  private key(id: string, part: "order" | "facts" | "events"): string {
    return `${this.options.prefix}:run:${id}:${part}`;
  }

  private sealOf(id: string): RunSeal {
    return new RunSeal(this.options.runsKey, id);
  }
}

/** A transaction's commands fail each for itself: any failure counts. */
async function executed(transaction: ChainableCommander): Promise<void> {
  for (const [error] of (await transaction.exec()) ?? []) if (error !== null) throw error;
}
