import type { RunEvent } from "@tool-dispatch/core";
import type { RunsElsewhere } from "../runs/run-service.ts";
import { type FollowParts, followRun } from "./follow-run.ts";

/** Runs of the queue that other processes admitted: what they told, what they tell, and their cancel. */
export function queuedElsewhere(parts: FollowParts, onFault: (fault: unknown) => void): RunsElsewhere {
  return {
    async find(id) {
      const facts = await parts.store.facts(id);
      if (facts === undefined) return undefined;
      const told = await parts.store.readAll(id);
      return {
        createdAtMs: facts.createdAtMs,
        told,
        follow: (signal) => followQuietly(parts, id, told.length, signal, onFault),
        cancel: () => parts.store.cancel(id).catch(onFault),
      };
    },
  };
}

async function* followQuietly(
  parts: FollowParts,
  id: string,
  from: number,
  signal: AbortSignal,
  onFault: (fault: unknown) => void,
): AsyncGenerator<RunEvent, void, undefined> {
  try {
    for await (const events of followRun(parts, id, from, signal)) yield* events;
  } catch (fault) {
    onFault(fault);
  }
}
