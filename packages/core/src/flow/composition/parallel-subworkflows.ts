import { publicContext } from "../../dispatch/select-result.ts";
import { defineNode, type NodeResult } from "../../nodes/define-node.ts";
import { NodeFault } from "../../nodes/node-fault.ts";
import type { Settings } from "../../nodes/settings.ts";
import type { ChildOutcome, NodeHost } from "../../ports/node.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { onSettled, type Settled } from "../settled.ts";
import { childFault, readPolicy } from "./child-fault.ts";
import { childInput, mappedInput } from "./child-input.ts";

const NODE = "parallel_subworkflows";
/** What an entry says of its run; the child's fields of these names are dropped. */
const RESULT_KEYS = new Set(["success", "flow", "error"]);
const MOST_CONCURRENT = 1024n;

interface Branch {
  readonly flow: string;
  readonly context: JsonObject;
  readonly outputKey: string | undefined;
}

interface BranchEnd {
  readonly entry: JsonObject;
  readonly error: string | undefined;
  /** The error is made of parts that are clean. */
  readonly scrubbed: boolean;
}

/** Spec 07 §4: several flows, or one flow over the items of an array. All of them run in any case. */
export const parallelSubworkflows = defineNode(NODE, ({ settings, context, host }): Settled<NodeResult> => {
  const branches = isJsonArray(settings.value("flows"))
    ? staticBranches(settings, context)
    : dynamicBranches(settings, context);
  const outputKey = settings.text("output_key", "parallel_results");
  const policy = readPolicy(NODE, settings.text("on_error", "fail_fast"));
  if (typeof policy === "object") throw new NodeFault(policy.error);
  const concurrent = readConcurrency(settings, host);
  return onSettled(runAll(branches, host, concurrent), (ends): NodeResult => {
    const errors = ends.flatMap((end) => end.error ?? []);
    if (errors.length > 0 && policy === "fail_fast") {
      const error = `${NODE}: ${errors.length} flow(s) failed:\n${errors.join("\n")}`;
      return ends.every((end) => end.scrubbed) ? { ok: false, error, scrubbed: true } : { ok: false, error };
    }
    return [
      [outputKey, ends.map((end) => end.entry)],
      [`${outputKey}_count`, BigInt(ends.length)],
      [`${outputKey}_errors`, BigInt(errors.length)],
      [`${outputKey}_all_succeeded`, errors.length === 0],
    ];
  });
});

function staticBranches(settings: Settings, context: JsonObject): Branch[] {
  const flows = settings.array("flows");
  if (flows.length === 0) throw new NodeFault(`${NODE} requires a non-empty 'flows' array`);
  return flows.map((entry, index): Branch => {
    const flow = isJsonObject(entry) ? entry.get("flow") : undefined;
    if (!isJsonObject(entry) || typeof flow !== "string")
      throw new NodeFault(`${NODE}: flows[${index}] requires 'flow'`);
    const outputKey = entry.get("output_key");
    return {
      flow,
      context: childInput(entry.get("input"), context, "text"),
      outputKey: namespace(typeof outputKey === "string" ? outputKey : undefined),
    };
  });
}

/** The item, literally, and its one-based position are written last. */
function dynamicBranches(settings: Settings, context: JsonObject): Branch[] {
  if (settings.optionalText("flow") === undefined)
    throw new NodeFault(`${NODE} requires 'flows' or 'flow' with 'source_key'`);
  const flow = settings.text("flow");
  const items = settings.source().asArray();
  const itemKey = settings.text("item_key", "item");
  const indexKey = settings.text("index_key", "index");
  const outputKey = namespace(settings.optionalText("child_output_key"));
  const input = settings.value("input");
  const shared = isJsonObject(input) ? mappedInput(input, context, "text") : new Map<string, Json>();
  return items.map((item, index) => {
    const own = new Map(shared).set(itemKey, item).set(indexKey, BigInt(index + 1));
    return { flow, context: own, outputKey };
  });
}

function namespace(outputKey: string | undefined): string | undefined {
  if (outputKey === undefined || !RESULT_KEYS.has(outputKey)) return outputKey;
  throw new NodeFault(
    `${NODE}: child output namespace '${outputKey}' is reserved for result metadata; choose a different output key`,
  );
}

function readConcurrency(settings: Settings, host: NodeHost): number {
  const given = settings.whole("max_concurrent");
  if (given === undefined) return host.limits.maxConcurrentTasks;
  if (given === 0n) throw new NodeFault(`${NODE}: 'max_concurrent' must be greater than 0`);
  if (given > MOST_CONCURRENT) throw new NodeFault(`${NODE}: 'max_concurrent' must be at most ${MOST_CONCURRENT}`);
  return Number(given);
}

/** Runs the branches in order, at most `concurrent` of those that wait at the same time; ends in the order of branches. */
function runAll(branches: readonly Branch[], host: NodeHost, concurrent: number): Settled<BranchEnd[]> {
  const ends: BranchEnd[] = new Array(branches.length);
  const waiting = new Set<Promise<void>>();
  const from = (first: number): Settled<void> => {
    for (let index = first; index < branches.length; index++) {
      if (waiting.size >= concurrent) {
        const next = index;
        return Promise.race(waiting).then(() => from(next));
      }
      const at = index;
      const done = onSettled(runBranch(branches[index] as Branch, index, host), (end) => {
        ends[at] = end;
      });
      if (!(done instanceof Promise)) continue;
      const tracked = done.finally(() => waiting.delete(tracked));
      waiting.add(tracked);
    }
  };
  return onSettled(from(0), () => (waiting.size === 0 ? ends : Promise.all(waiting).then(() => ends)));
}

function runBranch(branch: Branch, index: number, host: NodeHost): Settled<BranchEnd> {
  const { flow, context } = branch;
  return onSettled(host.runChild({ flow, child: index, context }), (ran) => branchEnd(branch, index, ran));
}

function branchEnd(branch: Branch, index: number, ran: ChildOutcome): BranchEnd {
  if (!ran.ok) {
    if (ran.kind === "missing-file" || ran.kind === "no-flow-dir")
      throw new NodeFault(childFault(NODE, ran, branch.flow));
    const error = `Subworkflow at index ${index} failed: ${ran.error}`;
    return { entry: metadata(new Map(), branch.flow, error), error, scrubbed: false };
  }
  const child = publicContext(ran.context);
  const fields =
    branch.outputKey === undefined
      ? new Map([...child].filter(([key]) => !RESULT_KEYS.has(key)))
      : new Map<string, Json>([[branch.outputKey, child]]);
  const error =
    ran.terminalReason === null ? undefined : `Subworkflow '${ran.flowName}' (index ${index}) ${ran.terminalReason}`;
  return { entry: metadata(fields, ran.flowName, error), error, scrubbed: true };
}

function metadata(fields: Map<string, Json>, flow: string, error: string | undefined): JsonObject {
  fields.set("success", error === undefined).set("flow", flow);
  return error === undefined ? fields : fields.set("error", error);
}
