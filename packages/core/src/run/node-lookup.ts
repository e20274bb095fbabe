import { toolDispatch } from "../dispatch/tool-dispatch.ts";
import { foreach } from "../flow/composition/foreach.ts";
import { parallelSubworkflows } from "../flow/composition/parallel-subworkflows.ts";
import { repeatSubworkflow } from "../flow/composition/repeat-subworkflow.ts";
import { subworkflow } from "../flow/composition/subworkflow.ts";
import { code } from "../nodes/code.ts";
import { nodeImplementation } from "../nodes/registry.ts";
import type { NodeImplementation } from "../ports/node.ts";

/** Nodes that run Lua or other flows. */
const COMPOSED: ReadonlyMap<string, NodeImplementation> = new Map([
  ["code", code],
  ["foreach", foreach],
  ["subworkflow", subworkflow],
  ["parallel_subworkflows", parallelSubworkflows],
  ["repeat_subworkflow", repeatSubworkflow],
  ["tool_dispatch", toolDispatch],
]);

/** The implementation of a node type; undefined for a type that does not exist. */
export function nodeOf(type: string): NodeImplementation | undefined {
  return COMPOSED.get(type) ?? nodeImplementation(type);
}
