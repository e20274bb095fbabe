import { availableParallelism } from "node:os";
import type { Ceilings } from "@tool-dispatch/core";
import type { NetworkGrant } from "@tool-dispatch/core/host";
import type { RequestRates } from "../admission/limit-requests.ts";
import { readPort } from "../listen.ts";
import { type QueueSettings, readQueueSettings } from "../queue/queue-settings.ts";
import type { OutputLimits } from "../runs/limit-output.ts";
import { readCorsOrigins, readNetworkGrant, readPageOrigins } from "../runs/read-network-grant.ts";
import { type Environment, oneOf, textOrNone, wholeNumber } from "./environment.ts";
import { readCeilings } from "./read-ceilings.ts";

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

/** Everything that the environment decides; `docs/OPERATIONS.md` lists the names. */
export interface Settings {
  readonly port: number;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Without it `/metrics` is open. */
  readonly metricsToken: string | undefined;
  readonly network: NetworkGrant | undefined;
  readonly pageOrigins: readonly string[];
  /** Other origins whose pages may read the API. */
  readonly corsOrigins: readonly string[];
  /** How many proxies stand before the server and write `x-forwarded-for`. */
  readonly trustedProxies: number;
  readonly rates: RequestRates;
  readonly runs: RunSettings;
  readonly shares: ShareSettings;
  /** Where runs go to workers of other machines; undefined: this process carries them out. */
  readonly queue: QueueSettings | undefined;
}

export interface RunSettings {
  /** Runs at the same time. */
  readonly workers: number;
  readonly queueCapacity: number;
  readonly bodyLimitBytes: number;
  readonly keepMs: number;
  readonly keepCharacters: number;
  readonly ceilings: Ceilings;
  readonly output: OutputLimits;
}

export interface ShareSettings {
  readonly databaseUrl: string | undefined;
  readonly sqliteFile: string;
  readonly lifetimeMs: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MIB = 2 ** 20;

/** Throws a `SettingsError` that names the first setting which cannot be used. */
export function readSettings(env: Environment): Settings {
  return {
    port: readPort(env.PORT),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, "info"),
    metricsToken: textOrNone(env, "METRICS_TOKEN"),
    network: readNetworkGrant(env),
    pageOrigins: readPageOrigins(env),
    corsOrigins: readCorsOrigins(env),
    trustedProxies: wholeNumber(env, "TRUSTED_PROXIES", { standard: 0, least: 0, most: 10 }),
    rates: readRates(env),
    runs: readRuns(env),
    queue: readQueueSettings(env),
    shares: {
      databaseUrl: textOrNone(env, "DATABASE_URL"),
      sqliteFile: textOrNone(env, "SHARES_FILE") ?? "data/shares.sqlite",
      lifetimeMs: wholeNumber(env, "SHARES_DAYS", { standard: 90, least: 1, most: 3650 }) * DAY_MS,
    },
  };
}

function readRates(env: Environment): RequestRates {
  const rate = (name: string, standard: number) => wholeNumber(env, name, { standard, least: 0, most: 1_000_000 });
  return {
    runsPerMinute: rate("RATE_RUNS_PER_MINUTE", 300),
    sharesPerMinute: rate("RATE_SHARES_PER_MINUTE", 30),
    readsPerMinute: rate("RATE_READS_PER_MINUTE", 1200),
  };
}

function readRuns(env: Environment): RunSettings {
  const workers = { standard: Math.max(2, availableParallelism()), least: 1, most: 256 };
  return {
    workers: wholeNumber(env, "RUN_WORKERS", workers),
    queueCapacity: wholeNumber(env, "RUN_QUEUE", { standard: 64, least: 0, most: 10_000 }),
    bodyLimitBytes: wholeNumber(env, "RUN_BODY_MIB", { standard: 8, least: 1, most: 256 }) * MIB,
    keepMs: wholeNumber(env, "RUN_KEEP_MINUTES", { standard: 10, least: 1, most: 1440 }) * MINUTE_MS,
    keepCharacters: wholeNumber(env, "RUN_KEEP_MIB", { standard: 64, least: 1, most: 4096 }) * MIB,
    ceilings: readCeilings(env),
    output: {
      logLines: wholeNumber(env, "RUN_MAX_LOG_LINES", { standard: 10_000, least: 1, most: 10_000_000 }),
      logCharacters: wholeNumber(env, "RUN_MAX_LOG_MIB", { standard: 8, least: 1, most: 4096 }) * MIB,
      calls: wholeNumber(env, "RUN_MAX_CALLS", { standard: 1000, least: 1, most: 1_000_000 }),
      characters: wholeNumber(env, "RUN_MAX_OUTPUT_MIB", { standard: 128, least: 1, most: 4096 }) * MIB,
    },
  };
}
