import { onSettled, type Settled } from "../flow/settled.ts";
import type { SpentBudget } from "../ports/lua.ts";
import type { NodeResult, NodeTask } from "./define-node.ts";
import { NodeFault } from "./node-fault.ts";

/**
 * Computes a node's result with a library once it is there. The work is guarded: what a library takes for a document or
 * a pattern from outside may be without end, and no budget of Lua's can stop it.
 */
export function withLibrary<L>(
  task: NodeTask,
  library: Settled<L>,
  use: (library: L) => NodeResult,
): Settled<NodeResult> {
  return onSettled(library, (loaded): NodeResult => {
    const done = task.host.guard(() => use(loaded));
    if (done.ok) return done.value;
    throw new NodeFault(overrun(task, done.spent));
  });
}

function overrun({ settings, host }: NodeTask, spent: SpentBudget): string {
  switch (spent) {
    case "deadline":
      return "step deadline exceeded";
    case "memory":
      return `${settings.node} ran out of memory`;
    case "time-budget":
      return `${settings.node} exceeded the time budget of ${host.limits.luaMaxSeconds}s`;
  }
}
