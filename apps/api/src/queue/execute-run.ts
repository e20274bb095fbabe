import type { Runner } from "@tool-dispatch/core";
import { EventWriter } from "./event-writer.ts";
import type { RunStore } from "./run-store.ts";
import { LOST_WORKER } from "./run-watch.ts";
import { tellEnd } from "./tell-end.ts";

export interface ExecuteParts {
  readonly store: RunStore;
  readonly runner: Runner;
  /** Ends the run early. */
  readonly controller: AbortController;
  readonly maxEventBytes: number;
  readonly redisPatienceMs: number;
}

/** How this worker's turn at a run ended; the run's own outcome when it was carried out here. */
export type ExecuteOutcome = "ok" | "error" | "cancelled" | "given-up" | "told-its-end";

/**
 * Carries one run out, unless somebody has taken it on before: then that one was lost, and the run is told to its end.
 * A run that was taken out of the queue and not yet taken on has had no effect, and is carried out like any other.
 */
export async function executeRun(parts: ExecuteParts, id: string): Promise<ExecuteOutcome> {
  const { store } = parts;
  if (!(await store.claim(id, Date.now()))) {
    const facts = await store.facts(id);
    if (facts !== undefined) await tellEnd(store, id, facts.cancelled ? undefined : LOST_WORKER);
    return "told-its-end";
  }
  try {
    return await carryOut(parts, id, await store.takeOrder(id));
  } catch (fault) {
    await tellEnd(store, id, fault instanceof Error ? fault.message : String(fault));
    return "error";
  }
}

async function carryOut(parts: ExecuteParts, id: string, scenario: string): Promise<ExecuteOutcome> {
  const { store, runner, controller } = parts;
  const writer = new EventWriter({ ...parts, id, onRefused: () => controller.abort() });
  // A cancel that came before this process listened for it.
  if ((await store.facts(id))?.cancelled) controller.abort();
  let outcome: ExecuteOutcome = "given-up";
  for await (const event of runner.run(scenario, { signal: controller.signal, id })) {
    writer.add(event);
    if (event.type === "run-end") outcome = event.result.outcome;
  }
  await writer.flushed();
  if (writer.refusal === undefined) return outcome;
  if (writer.refusal !== "full") return "given-up";
  await tellEnd(store, id, `the run told more than the ${parts.maxEventBytes} bytes that are kept of one run`);
  return "error";
}
