import { publicContext } from "../../dispatch/select-result.ts";
import { defineNode, type NodeResult } from "../../nodes/define-node.ts";
import { NodeFault } from "../../nodes/node-fault.ts";
import type { ChildOutcome } from "../../ports/node.ts";
import type { Json } from "../../vocabulary/json.ts";
import { onSettled, type Settled } from "../settled.ts";
import { childFault, readPolicy } from "./child-fault.ts";
import { childInput } from "./child-input.ts";

/** Keys that speak of the child's own children. */
const OWN_KEYS = new Set(["subworkflow_name", "subworkflow_success", "subworkflow_error", "subworkflow_async"]);

/** Spec 07 §4: one flow as a step. */
export const subworkflow = defineNode("subworkflow", ({ settings, context, host }): Settled<NodeResult> => {
  const flow = settings.text("flow");
  const outputKey = settings.optionalText("output_key");
  const policy = readPolicy("subworkflow", settings.text("on_error", outputKey === undefined ? "fail_fast" : "ignore"));
  if (typeof policy === "object") throw new NodeFault(policy.error);
  const request = { flow, child: 0, context: childInput(settings.value("input"), context, "left-out") };
  if (!settings.flag("wait", true)) {
    if (host.detached() >= host.limits.maxDetachedSubworkflows) {
      const most = host.limits.maxDetachedSubworkflows;
      throw new NodeFault(
        `subworkflow: ${most} detached subworkflows run already (IRONFLOW_MAX_DETACHED_SUBWORKFLOWS)`,
      );
    }
    return startDetached(flow, (onStart) => host.runChild({ ...request, detached: true, onStart }));
  }
  return onSettled(host.runChild(request), (ran): NodeResult => {
    if (!ran.ok) throw new NodeFault(childFault("subworkflow", ran, flow));
    const error = ran.terminalReason === null ? null : `Subworkflow '${ran.flowName}' ${ran.terminalReason}`;
    if (error !== null && policy === "fail_fast") {
      return { ok: false, error, scrubbed: true, ...(ran.where === undefined ? {} : { where: ran.where }) };
    }
    return published(ran, outputKey, error);
  });
});

function published(
  ran: Extract<ChildOutcome, { ok: true }>,
  outputKey: string | undefined,
  error: string | null,
): readonly (readonly [string, Json])[] {
  const child = publicContext(ran.context);
  const always: [string, Json][] = [
    ["subworkflow_name", ran.flowName],
    ["subworkflow_success", error === null],
    ["subworkflow_error", error],
  ];
  if (outputKey === undefined) return [...[...child].filter(([key]) => !OWN_KEYS.has(key)), ...always];
  return [[outputKey, child], [`${outputKey}_success`, error === null], [`${outputKey}_error`, error], ...always];
}

/** The child's name is known once it is loaded; how it ends is nobody's concern. */
function startDetached(flow: string, start: (onStart: (name: string) => void) => Settled<ChildOutcome>): NodeResult {
  let name: string | undefined;
  const ran = start((flowName) => {
    name = flowName;
  });
  if (!(ran instanceof Promise) && !ran.ok) throw new NodeFault(childFault("subworkflow", ran, flow));
  return [
    ["subworkflow_name", name ?? flow],
    ["subworkflow_async", true],
  ];
}
