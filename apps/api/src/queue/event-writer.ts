import type { RunEvent } from "@tool-dispatch/core";
import type { AppendOutcome } from "./append-script.ts";
import type { RunStore } from "./run-store.ts";
import { withPatience } from "./with-patience.ts";

const EVENTS_A_BATCH = 256;

export interface EventWriterParts {
  readonly store: RunStore;
  readonly id: string;
  readonly redisPatienceMs: number;
  /** Told once, when the store takes no more of this run. */
  readonly onRefused: () => void;
}

/** Why the store took no more: an outcome, or what Redis said. */
export type Refusal = Exclude<AppendOutcome, "told"> | { readonly fault: unknown };

/** Carries a run's events to the store, in order, one batch at a time: what comes meanwhile goes together. */
export class EventWriter {
  private readonly parts: EventWriterParts;
  private waiting: RunEvent[] = [];
  private writing: Promise<void> | undefined;
  /** Undefined while everything was taken. */
  refusal: Refusal | undefined;

  constructor(parts: EventWriterParts) {
    this.parts = parts;
  }

  add(event: RunEvent): void {
    if (this.refusal !== undefined) return;
    this.waiting.push(event);
    this.writing ??= this.write();
  }

  /** Resolves when everything was taken, or refused. */
  async flushed(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    // Events that are told in one go leave in one go.
    await Promise.resolve();
    while (this.waiting.length > 0 && this.refusal === undefined) {
      const refusal = await this.append(this.waiting.splice(0, EVENTS_A_BATCH));
      if (refusal === undefined) continue;
      this.refusal = refusal;
      this.waiting = [];
      this.parts.onRefused();
    }
    this.writing = undefined;
  }

  private async append(events: readonly RunEvent[]): Promise<Refusal | undefined> {
    const { store, id, redisPatienceMs } = this.parts;
    const batch = store.seal(id, events);
    if (batch === undefined) return "full";
    try {
      const outcome = await withPatience(() => store.append(id, batch), redisPatienceMs);
      return outcome === "told" ? undefined : outcome;
    } catch (fault) {
      return { fault };
    }
  }
}
