import type { NodeHost, NodeImplementation, NodeOutcome } from "../ports/node.ts";
import type { HandlerCode } from "../vocabulary/flow.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { NodeFault } from "./node-fault.ts";
import { Settings } from "./settings.ts";

/** What the body of a node knows of its step and its host. */
export interface NodeTask {
  readonly settings: Settings;
  readonly context: JsonObject;
  /** The step's name. */
  readonly step: string;
  readonly host: NodeHost;
  /** The function of the configuration, where the node takes one. */
  readonly handler: HandlerCode | undefined;
}

/** Keys to publish, or a complete outcome where a node fails with output or has sent a request. */
export type NodeResult = readonly (readonly [string, Json])[] | NodeOutcome;

/**
 * A node from the function that computes what it publishes. A `NodeFault` thrown in it is the node's error; the outcome
 * is there at once unless the function waits.
 */
export function defineNode(
  type: string,
  body: (task: NodeTask) => NodeResult | Promise<NodeResult>,
): NodeImplementation {
  return (step, host) => {
    const settings = new Settings(type, step.config, step.context);
    try {
      const result = body({ settings, context: step.context, step: step.name, host, handler: step.handler });
      return result instanceof Promise ? result.then(outcomeOf).catch(faultOutcome) : outcomeOf(result);
    } catch (thrown) {
      return faultOutcome(thrown);
    }
  };
}

function outcomeOf(result: NodeResult): NodeOutcome {
  return isOutcome(result) ? result : { ok: true, output: new Map(result) };
}

function isOutcome(result: NodeResult): result is NodeOutcome {
  return !Array.isArray(result);
}

function faultOutcome(thrown: unknown): NodeOutcome {
  if (thrown instanceof NodeFault) return { ok: false, error: thrown.message };
  throw thrown;
}
