import { eventFromJson, eventToJson, isJsonArray, parseJson, printJson, type RunEvent } from "@tool-dispatch/core";
import { type RunSeal, SealError } from "./run-seal.ts";

/** Events of one run on their way to Redis. */
export interface EventBatch {
  /** Number of the first event, and the number after the last one. */
  readonly first: number;
  readonly next: number;
  /** `run-end` is among them. */
  readonly ends: boolean;
  readonly sealed: Buffer;
}

/** Undefined when the events are larger than any text can be. */
export function sealBatch(events: readonly RunEvent[], seal: RunSeal): EventBatch | undefined {
  const first = events[0]?.seq ?? 0;
  const next = first + events.length;
  const text = printed(events);
  if (text === undefined) return undefined;
  const sealed = seal.seal(text, labelOf(next));
  return { first, next, ends: events.at(-1)?.type === "run-end", sealed };
}

/** Throws a `SealError`. */
export function openBatch(sealed: Buffer, next: number, seal: RunSeal): RunEvent[] {
  const parsed = parseJson(seal.open(sealed, labelOf(next)));
  if (!parsed.ok || !isJsonArray(parsed.value)) throw new SealError("what Redis holds of this run are no events");
  return parsed.value.map(eventFromJson);
}

const labelOf = (next: number) => `events before ${next}`;

function printed(events: readonly RunEvent[]): string | undefined {
  try {
    return printJson(events.map(eventToJson));
  } catch (error) {
    // The engine's words for a text beyond its limit of about half a gigabyte.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
