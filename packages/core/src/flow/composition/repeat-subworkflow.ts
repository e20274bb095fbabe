import { publicContext } from "../../dispatch/select-result.ts";
import { defineNode, type NodeResult } from "../../nodes/define-node.ts";
import { NodeFault } from "../../nodes/node-fault.ts";
import type { Settings } from "../../nodes/settings.ts";
import type { ChildOutcome, NodeHost } from "../../ports/node.ts";
import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { onSettled, type Settled } from "../settled.ts";
import { childFault } from "./child-fault.ts";
import { childInput } from "./child-input.ts";

const NODE = "repeat_subworkflow";
const LONGEST_WAIT_SECONDS = 3600;

interface RepeatConfig {
  readonly flow: string;
  readonly maxIterations: number;
  readonly outputKey: string;
  readonly stateKey: string;
  readonly nextStateKey: string;
  readonly untilKey: string;
  readonly iterationKey: string;
  readonly delaySeconds: number;
  readonly backoffFactor: number;
  readonly maxDelaySeconds: number;
  readonly input: JsonObject;
}

/** Spec 07 §4: one flow again and again, carrying a state, until it says that it is done or the bound is reached. */
export const repeatSubworkflow = defineNode(NODE, ({ settings, context, host }) =>
  new Repeat(readConfig(settings, context, host), host).round(1, undefined),
);

type ChildRun = Extract<ChildOutcome, { ok: true }>;

class Repeat {
  private readonly config: RepeatConfig;
  private readonly host: NodeHost;

  constructor(config: RepeatConfig, host: NodeHost) {
    this.config = config;
    this.host = host;
  }

  /** `state`: carried from the round before; undefined in the first, which has what the input says. */
  round(iteration: number, state: Json | undefined): Settled<NodeResult> {
    const { config, host } = this;
    const context = new Map<string, Json>(config.input);
    if (state !== undefined) context.set(config.stateKey, state);
    context.set(config.iterationKey, BigInt(iteration));
    return onSettled(host.runChild({ flow: config.flow, child: iteration - 1, context }), (ran) => {
      if (!ran.ok) throw new NodeFault(childFault(NODE, ran, config.flow));
      if (ran.terminalReason !== null) return this.childFailed(ran, iteration, ran.terminalReason);
      return this.judge(ran, iteration, context.get(config.stateKey));
    });
  }

  private judge(ran: ChildRun, iteration: number, state: Json | undefined): Settled<NodeResult> {
    const { untilKey, nextStateKey, maxIterations } = this.config;
    const done = ran.context.get(untilKey);
    const next = ran.context.get(nextStateKey);
    if (typeof done !== "boolean")
      throw new NodeFault(`${NODE}: child iteration ${iteration} must return boolean '${untilKey}'`);
    if (done) return this.published(ran, iteration, next ?? state ?? null);
    if (next === undefined) {
      throw new NodeFault(
        `${NODE}: child '${ran.flowName}' iteration ${iteration} returned false in '${untilKey}' but omitted '${nextStateKey}'`,
      );
    }
    if (iteration >= maxIterations) {
      throw new NodeFault(
        `${NODE}: child '${ran.flowName}' did not set '${untilKey}' to true within max_iterations (${maxIterations})`,
      );
    }
    return onSettled(this.wait(iteration), () => this.round(iteration + 1, next));
  }

  private wait(iteration: number): Settled<void> {
    const { delaySeconds, backoffFactor, maxDelaySeconds } = this.config;
    const seconds = Math.min(delaySeconds * backoffFactor ** (iteration - 1), maxDelaySeconds);
    if (seconds === 0) return;
    return this.host.clock.sleep(seconds * 1000, this.host.signal);
  }

  private childFailed(ran: ChildRun, iteration: number, reason: string): NodeResult {
    const error = `${NODE}: child '${ran.flowName}' iteration ${iteration} ${reason}`;
    return { ok: false, error, scrubbed: true, ...(ran.where === undefined ? {} : { where: ran.where }) };
  }

  private published(ran: ChildRun, iteration: number, state: Json): NodeResult {
    const { outputKey } = this.config;
    return [
      [outputKey, publicContext(ran.context)],
      [`${outputKey}_state`, state],
      [`${outputKey}_iterations`, BigInt(iteration)],
      [`${outputKey}_completed`, true],
      [`${outputKey}_flow`, ran.flowName],
    ];
  }
}

function readConfig(settings: Settings, context: JsonObject, host: NodeHost): RepeatConfig {
  const flow = settings.text("flow");
  const maxIterations = readIterations(settings, host);
  const keys = {
    stateKey: settings.text("state_key", "repeat_state"),
    nextStateKey: settings.text("next_state_key", "repeat_next_state"),
    untilKey: settings.text("until_key", "repeat_done"),
    iterationKey: settings.text("iteration_key", "repeat_iteration"),
  };
  checkKeys(keys, settings.value("input"));
  const delaySeconds = seconds(settings, "delay_seconds") ?? 0;
  const backoffFactor = settings.number("backoff_factor") ?? 1;
  if (!(backoffFactor >= 1)) throw new NodeFault(`${NODE}: 'backoff_factor' must be at least 1`);
  return {
    flow,
    maxIterations,
    ...keys,
    outputKey: settings.text("output_key", "repeat_result"),
    delaySeconds,
    backoffFactor,
    maxDelaySeconds: seconds(settings, "max_delay_seconds") ?? Math.max(delaySeconds, 60),
    input: childInput(settings.value("input"), context, "text"),
  };
}

function readIterations(settings: Settings, host: NodeHost): number {
  if (settings.value("max_iterations") === undefined) throw settings.missing("max_iterations");
  const given = settings.whole("max_iterations") ?? 0n;
  const limit = host.limits.maxRepeatIterations;
  if (given === 0n) throw new NodeFault(`${NODE}: 'max_iterations' must be greater than 0`);
  if (given > BigInt(limit)) {
    throw new NodeFault(
      `${NODE}: max_iterations ${given} exceeds process limit of ${limit} (IRONFLOW_MAX_REPEAT_ITERATIONS)`,
    );
  }
  return Number(given);
}

type Keys = Pick<RepeatConfig, "stateKey" | "nextStateKey" | "untilKey" | "iterationKey">;

/** The four keys differ, and an input may set the state alone. */
function checkKeys(keys: Keys, input: Json | undefined): void {
  const names = Object.values(keys);
  if (new Set(names).size !== names.length) {
    throw new NodeFault(`${NODE}: 'state_key', 'next_state_key', 'until_key' and 'iteration_key' must differ`);
  }
  for (const key of [keys.nextStateKey, keys.untilKey, keys.iterationKey]) {
    if (isJsonObject(input) && input.has(key)) throw new NodeFault(`${NODE}: 'input' must not set '${key}'`);
  }
}

function seconds(settings: Settings, key: string): number | undefined {
  const value = settings.number(key);
  if (value === undefined || (value >= 0 && value <= LONGEST_WAIT_SECONDS)) return value;
  throw new NodeFault(`${NODE}: '${key}' must be between 0 and ${LONGEST_WAIT_SECONDS} seconds`);
}
