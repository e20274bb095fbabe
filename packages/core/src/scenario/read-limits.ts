import type { Json, JsonObject } from "../vocabulary/json.ts";
import type { Limits } from "../vocabulary/limits.ts";
import type { Problem } from "../vocabulary/problem.ts";

/** The highest value that a host lets a scenario ask for, by setting name. */
export type Ceilings = ReadonlyMap<string, number>;

export interface LimitsOutcome {
  readonly limits: Limits;
  /** Settings that are an error, capped or unknown; `setting` says which. */
  readonly problems: readonly (Problem & { readonly setting: string })[];
}

type NumberField = {
  [K in keyof Limits]: Limits[K] extends number ? K : never;
}[keyof Limits];

interface NumberSetting {
  readonly field: NumberField;
  readonly standard: number;
  /** 0 switches the limit off; otherwise 0 means the default. */
  readonly zeroIsOff?: true;
}

const MIB = 1_048_576;

const NUMBERS: ReadonlyMap<string, NumberSetting> = new Map([
  ["IRONFLOW_MAX_TASK_OUTPUT_BYTES", { field: "maxTaskOutputBytes", standard: 2 * MIB }],
  ["IRONFLOW_MAX_FLOW_SOURCE_BYTES", { field: "maxFlowSourceBytes", standard: MIB }],
  ["IRONFLOW_LUA_MAX_INSTRUCTIONS", { field: "luaMaxInstructions", standard: 5_000_000, zeroIsOff: true }],
  ["IRONFLOW_LUA_MAX_SECONDS", { field: "luaMaxSeconds", standard: 10, zeroIsOff: true }],
  ["IRONFLOW_LUA_MAX_MEMORY_BYTES", { field: "luaMaxMemoryBytes", standard: 128 * MIB, zeroIsOff: true }],
  ["IRONFLOW_LUA_HOOK_INTERVAL", { field: "luaHookInterval", standard: 10_000 }],
  ["IRONFLOW_MAX_CONVERSION_DEPTH", { field: "maxConversionDepth", standard: 64 }],
  ["IRONFLOW_MAX_CONVERSION_NODES", { field: "maxConversionNodes", standard: 100_000 }],
  ["IRONFLOW_MAX_DETACHED_SUBWORKFLOWS", { field: "maxDetachedSubworkflows", standard: 64 }],
  ["IRONFLOW_CACHE_MAX_ENTRIES", { field: "cacheMaxEntries", standard: 10_000 }],
  ["IRONFLOW_LLM_MAX_RESPONSE_BYTES", { field: "llmMaxResponseBytes", standard: 25 * MIB, zeroIsOff: true }],
  ["IRONFLOW_LLM_MAX_IMAGE_INPUT_BYTES", { field: "llmMaxImageInputBytes", standard: 50 * MIB }],
  ["IRONFLOW_LLM_MAX_IMAGE_ARTIFACTS", { field: "llmMaxImageArtifacts", standard: 32 }],
  ["IRONFLOW_MAX_HTTP_BODY_BYTES", { field: "maxHttpBodyBytes", standard: 50 * MIB }],
  ["IRONFLOW_MAX_FILE_BYTES", { field: "maxFileBytes", standard: 50 * MIB }],
]);

const STANDARD_CONCURRENCY = 4;
const STANDARD_REPEATS = 128;
const MOST_REPEATS = 1024;

/** The limits when a scenario says nothing (spec 08 §1). */
export const STANDARD_LIMITS: Limits = readLimits(new Map()).limits;

/** Reads the settings of spec 08 §1 by their names; `ceilings` are the host's. */
export function readLimits(settings: JsonObject, ceilings: Ceilings = new Map()): LimitsOutcome {
  const problems: (Problem & { setting: string })[] = [];
  const numbers = {} as Record<NumberField, number>;
  for (const [name, setting] of NUMBERS) {
    const given = wholeNumber(settings.get(name));
    const meansStandard = given === undefined || (given === 0 && setting.zeroIsOff !== true);
    numbers[setting.field] = capped(name, meansStandard ? setting.standard : given, setting, ceilings, problems);
  }
  for (const name of settings.keys()) {
    if (NUMBERS.has(name) || OTHERS.has(name)) continue;
    const message = `There is no setting \`${name}\`.`;
    problems.push({ setting: name, code: "unknown-setting", message, severity: "warning" });
  }
  const maxConcurrentTasks = readConcurrency(settings.get("IRONFLOW_MAX_CONCURRENT_TASKS"), problems);
  const limits: Limits = {
    ...numbers,
    luaGcAfterExecution: readBoolean(settings.get("IRONFLOW_LUA_GC_AFTER_EXECUTION")),
    envAllowlist: readNames(settings.get("IRONFLOW_ENV_ALLOWLIST")),
    maxConcurrentTasks,
    maxRunSeconds: readRunSeconds(settings.get("IRONFLOW_MAX_RUN_SECONDS"), ceilings, problems),
    maxRepeatIterations: readRepeats(settings.get("IRONFLOW_MAX_REPEAT_ITERATIONS"), problems),
  };
  return { limits, problems };
}

const OTHERS = new Set([
  "IRONFLOW_LUA_GC_AFTER_EXECUTION",
  "IRONFLOW_ENV_ALLOWLIST",
  "IRONFLOW_MAX_CONCURRENT_TASKS",
  "IRONFLOW_MAX_RUN_SECONDS",
  "IRONFLOW_MAX_REPEAT_ITERATIONS",
]);

type Problems = (Problem & { setting: string })[];

/** A value above the host's ceiling, or switched off where there is one, becomes the ceiling and is said so. */
function capped(name: string, value: number, setting: NumberSetting, ceilings: Ceilings, problems: Problems): number {
  const ceiling = ceilings.get(name);
  const off = value === 0 && setting.zeroIsOff === true;
  if (ceiling === undefined || (value <= ceiling && !off)) return value;
  const message = `\`${name}\` was lowered to ${ceiling}, the most that this host allows.`;
  problems.push({ setting: name, code: "capped-limit", message, severity: "warning" });
  return ceiling;
}

/** A whole number ≥ 0, given as a number or as its text. */
function wholeNumber(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && /^\s*\+?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof number === "bigint")
    return number >= 0n && number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(number) : undefined;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

function readBoolean(value: Json | undefined): boolean {
  if (typeof value === "boolean") return value;
  return typeof value === "string" ? !/^(false|no|off|0)$/i.test(value.trim()) : true;
}

function readNames(value: Json | undefined): readonly string[] | undefined {
  if (typeof value !== "string") return undefined;
  return value
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function readConcurrency(value: Json | undefined, problems: Problems): number {
  if (value === undefined) return STANDARD_CONCURRENCY;
  const number = wholeNumber(value);
  if (number !== undefined) return Math.max(1, number);
  problems.push(notANumber("IRONFLOW_MAX_CONCURRENT_TASKS", "a whole number"));
  return STANDARD_CONCURRENCY;
}

function readRunSeconds(value: Json | undefined, ceilings: Ceilings, problems: Problems): number | undefined {
  const name = "IRONFLOW_MAX_RUN_SECONDS";
  const ceiling = ceilings.get(name);
  if (value === undefined) return ceiling;
  const number = wholeNumber(value);
  if (number === undefined) {
    problems.push(notANumber(name, "a whole number of seconds"));
    return ceiling;
  }
  if (ceiling === undefined) return number === 0 ? undefined : number;
  return capped(name, number, { field: "maxFileBytes", standard: 0, zeroIsOff: true }, ceilings, problems);
}

function readRepeats(value: Json | undefined, problems: Problems): number {
  if (value === undefined) return STANDARD_REPEATS;
  const number = wholeNumber(value);
  if (number !== undefined && number >= 1 && number <= MOST_REPEATS) return number;
  problems.push(notANumber("IRONFLOW_MAX_REPEAT_ITERATIONS", `a whole number from 1 to ${MOST_REPEATS}`));
  return STANDARD_REPEATS;
}

function notANumber(setting: string, expected: string): Problem & { setting: string } {
  return { setting, code: "bad-setting", message: `\`${setting}\` must be ${expected}.`, severity: "error" };
}
