import { fillPlaceholders } from "../nodes/placeholders.ts";
import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";

/** The settings of a `tool_dispatch` step, read and checked (spec 01 §1). */
export interface DispatchConfig {
  readonly source: JsonArray;
  readonly tools: JsonObject;
  readonly outputKey: string;
  readonly onError: "fail_fast" | "ignore";
  readonly maxCalls: bigint;
}

export type DispatchConfigOutcome =
  | { readonly ok: true; readonly config: DispatchConfig }
  | { readonly ok: false; readonly error: string };

const DEFAULT_MAX_CALLS = 32n;
const LARGEST = 2n ** 64n - 1n;

/** The first check that fails decides, in the order of spec 01 §1. */
export function readDispatchConfig(config: JsonObject, context: JsonObject): DispatchConfigOutcome {
  const sourceKey = config.get("source_key");
  if (typeof sourceKey !== "string") return failed("tool_dispatch requires 'source_key'");
  const tools = config.get("tools");
  if (!isJsonObject(tools)) return failed("tool_dispatch requires 'tools' object");
  const onError = textOr(config.get("on_error"), "fail_fast");
  if (onError !== "fail_fast" && onError !== "ignore") {
    return failed(`tool_dispatch: invalid on_error '${onError}'; expected 'fail_fast' or 'ignore'`);
  }
  const maxCalls = readMaxCalls(config.get("max_calls"), context);
  if (maxCalls === undefined) return failed("'max_calls' must be a non-negative whole number in u64 range");
  if (maxCalls === 0n) return failed("tool_dispatch: 'max_calls' must be greater than 0");
  const source = context.get(sourceKey);
  if (source === undefined) return failed(`tool_dispatch: source_key '${sourceKey}' not found in context`);
  if (!isJsonArray(source)) return failed("tool_dispatch: source_key value must be an array");
  const outputKey = textOr(config.get("output_key"), "tool_results");
  return { ok: true, config: { source, tools, outputKey, onError, maxCalls } };
}

function failed(error: string): DispatchConfigOutcome {
  return { ok: false, error };
}

function textOr(value: Json | undefined, standard: string): string {
  return typeof value === "string" ? value : standard;
}

/** Undefined when it is no whole number ≥ 0. */
function readMaxCalls(value: Json | undefined, context: JsonObject): bigint | undefined {
  if (value === undefined) return DEFAULT_MAX_CALLS;
  if (typeof value === "bigint") return inRange(value);
  if (typeof value === "number") return wholeFloat(value);
  if (typeof value !== "string") return undefined;
  const text = fillPlaceholders(value, context).trim();
  if (/^\+?\d+$/.test(text)) return inRange(BigInt(text.replace("+", "")));
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? wholeFloat(Number(text)) : undefined;
}

function wholeFloat(value: number): bigint | undefined {
  return Number.isInteger(value) && value >= 0 ? inRange(BigInt(value)) : undefined;
}

function inRange(value: bigint): bigint | undefined {
  return value >= 0n && value <= LARGEST ? value : undefined;
}
