import { fromPlain } from "../../json/plain-json.ts";
import type { Network } from "../../ports/host.ts";
import type { NodeHost, NodeImplementation, NodeOutcome } from "../../ports/node.ts";
import type { LogLevel } from "../../vocabulary/flow.ts";
import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { nodeImplementation } from "../registry.ts";

/** What a test may set of the host. */
export interface TestHost {
  readonly nowMs?: number;
  readonly network?: Network;
  readonly env?: ReadonlyMap<string, string>;
  readonly cache?: NodeHost["cache"];
  readonly limits?: Partial<NodeHost["limits"]>;
  readonly signal?: AbortSignal;
}

export interface NodeTrial {
  readonly outcome: NodeOutcome;
  readonly logs: readonly (readonly [LogLevel, string])[];
  readonly sleptMs: readonly number[];
}

/** Runs one attempt of a node alone, its step being called `s`. Objects are plain JavaScript or `Map`s. */
export async function tryNode(
  type: string,
  config: unknown,
  context: unknown,
  given: TestHost = {},
): Promise<NodeTrial> {
  const logs: [LogLevel, string][] = [];
  const sleptMs: number[] = [];
  const host: NodeHost = {
    run: "",
    limits: { llmMaxResponseBytes: 1000, maxHttpBodyBytes: 1000, ...given.limits } as NodeHost["limits"],
    lua: unused<NodeHost["lua"]>("lua"),
    clock: {
      nowMs: () => given.nowMs ?? 0,
      monotonicMs: () => 0,
      sleep: (ms) => {
        sleptMs.push(ms);
        return Promise.resolve();
      },
    },
    random: unused<NodeHost["random"]>("random"),
    network: given.network,
    cache: given.cache ?? EMPTY_CACHE,
    env: (key) => given.env?.get(key),
    signal: given.signal ?? new AbortController().signal,
    guard: (work) => ({ ok: true, value: work() }),
    log: (level, text) => logs.push([level, text]),
    sizes: { note: () => {} },
    emit: () => {},
    detached: () => 0,
    cancelled: () => false,
    runChild: () => {
      throw new Error("no child runs here");
    },
  };
  const step = { name: "s", type, config: objectOf(config), context: objectOf(context) };
  return { outcome: await implementation(type)(step, host), logs, sleptMs };
}

const EMPTY_CACHE: NodeHost["cache"] = { size: 0, get: () => undefined, set: () => {} };

/** What the node publishes; fails the test with the node's error. */
export async function publish(
  type: string,
  config: unknown,
  context: unknown = {},
  host?: TestHost,
): Promise<JsonObject> {
  const { outcome } = await tryNode(type, config, context, host);
  if (!outcome.ok) throw new Error(`${type} failed: ${outcome.error}`);
  return outcome.output;
}

/** The error of a node that must fail. */
export async function failure(type: string, config: unknown, context: unknown = {}, host?: TestHost): Promise<string> {
  const { outcome } = await tryNode(type, config, context, host);
  if (outcome.ok) throw new Error(`${type} did not fail`);
  return outcome.error;
}

/** One published value. */
export async function value(
  type: string,
  config: unknown,
  context: unknown,
  key: string,
  host?: TestHost,
): Promise<Json | undefined> {
  return (await publish(type, config, context, host)).get(key);
}

/** JSON of the core from plain JavaScript: whole numbers are integers, `Map`s stay. */
export const json = fromPlain;

/** A `Map` is taken as it is, with floats that are whole. */
function objectOf(plain: unknown): JsonObject {
  if (plain instanceof Map) return plain;
  const object = fromPlain(plain);
  if (!(object instanceof Map)) throw new Error("an object is needed");
  return object;
}

function implementation(type: string): NodeImplementation {
  const node = nodeImplementation(type);
  if (node === undefined) throw new Error(`no implementation of ${type}`);
  return node;
}

function unused<T extends object>(name: string): T {
  return new Proxy({} as T, {
    get() {
      throw new Error(`${name} is not lent in this test`);
    },
  });
}
