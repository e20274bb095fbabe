import type { KeyObject } from "node:crypto";
import { type Environment, textOrNone, wholeNumber } from "../settings/environment.ts";
import { SettingsError } from "../settings/settings-error.ts";
import { readRunsKey } from "./runs-key.ts";

export interface QueueSettings {
  /** `redis://` or `rediss://`. */
  readonly redisUrl: string;
  readonly runsKey: KeyObject;
  /** Begins the name of every key in Redis. */
  readonly prefix: string;
  /** A worker that was silent for so long has lost its run. */
  readonly lostAfterMs: number;
  /** A run that no worker took for so long ends. */
  readonly waitMs: number;
  /** How long a run that ended is kept in Redis. */
  readonly keepMs: number;
  /** Sealed bytes of events kept of one run, its end not counted; the end may be as large again. */
  readonly maxEventBytes: number;
  /** Runs that one process of the API hands to the workers at the same time; more wait in its own line. */
  readonly slots: number;
  /** How long Redis may be away before a run gives up. */
  readonly redisPatienceMs: number;
}

export const QUEUE_DEFAULTS = {
  prefix: "tool-dispatch",
  lostAfterMs: 10_000,
  waitMs: 60_000,
  keepMs: 10 * 60_000,
  maxEventBytes: 64 * 2 ** 20,
  slots: 64,
  redisPatienceMs: 15_000,
} as const;

const MOST_MS = 24 * 60 * 60_000;

/** The queue that the environment asks for; undefined without `REDIS_URL`. Throws a `SettingsError`. */
export function readQueueSettings(env: Environment): QueueSettings | undefined {
  const redisUrl = textOrNone(env, "REDIS_URL");
  if (redisUrl === undefined) return undefined;
  const { lostAfterMs, waitMs, slots, maxEventBytes } = QUEUE_DEFAULTS;
  const time = (name: string, standard: number) => wholeNumber(env, name, { standard, least: 1000, most: MOST_MS });
  return {
    ...QUEUE_DEFAULTS,
    redisUrl: checkRedisUrl(redisUrl),
    runsKey: readRunsKey(env.RUNS_KEY),
    prefix: readPrefix(env.QUEUE_PREFIX),
    lostAfterMs: time("QUEUE_LOST_AFTER_MS", lostAfterMs),
    waitMs: time("QUEUE_WAIT_MS", waitMs),
    slots: wholeNumber(env, "QUEUE_SLOTS", { standard: slots, least: 1, most: 10_000 }),
    maxEventBytes: wholeNumber(env, "QUEUE_MAX_EVENT_BYTES", { standard: maxEventBytes, least: 65_536, most: 2 ** 28 }),
  };
}

/** The text may hold a password, so it is not repeated. */
function checkRedisUrl(text: string): string {
  if (URL.canParse(text) && /^rediss?:$/.test(new URL(text).protocol)) return text;
  throw new SettingsError("REDIS_URL is no address of Redis: write it like redis://redis.internal:6379.");
}

function readPrefix(text: string | undefined): string {
  if (text === undefined || text === "") return QUEUE_DEFAULTS.prefix;
  // BullMQ builds names of keys with colons.
  if (/^[\w{}.-]{1,64}$/.test(text)) return text;
  throw new SettingsError(`QUEUE_PREFIX is "${text}": use letters, digits, ".", "-", "_" and braces.`);
}
