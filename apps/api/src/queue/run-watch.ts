import { LastingFault } from "./lasting-fault.ts";
import type { RunStore } from "./run-store.ts";
import { tellEnd } from "./tell-end.ts";

/** Redis has forgotten the run. */
export class ForgottenRunError extends LastingFault {}

export const LOST_WORKER =
  "the worker that carried the run out was lost in the middle of it; the run is not repeated, because what it had " +
  "begun may have had effects";

/** A cancelled run whose worker says nothing for so long is told to its end without it. */
const CANCEL_PATIENCE_MS = 5000;

export interface WatchParts {
  readonly store: RunStore;
  /** Whether a worker holds the run's lock, which it renews while it lives. */
  readonly isHeld: (id: string) => Promise<boolean>;
  readonly lostAfterMs: number;
  readonly waitMs: number;
}

/**
 * Sees to it that one run ends, whatever becomes of the machines: each process that follows a run watches it. Several
 * may come to the same conclusion; the store takes only the first one's words.
 */
export class RunWatch {
  private readonly parts: WatchParts;
  private readonly id: string;
  private unheldSinceMs: number | undefined;
  private cancelledSinceMs: number | undefined;

  constructor(parts: WatchParts, id: string) {
    this.parts = parts;
    this.id = id;
  }

  /** Looks after the run; true when it told the run's end. Throws a `ForgottenRunError`. */
  async look(): Promise<boolean> {
    const { store } = this.parts;
    const facts = await store.facts(this.id);
    if (facts === undefined) throw new ForgottenRunError("Redis does not know the run any more");
    if (facts.claimedAtMs === undefined) return this.lookWaiting(facts.createdAtMs, facts.cancelled);
    if (await this.isLost()) return this.end(facts.cancelled ? undefined : LOST_WORKER);
    if (!facts.cancelled) return false;
    this.cancelledSinceMs ??= performance.now();
    return performance.now() - this.cancelledSinceMs >= CANCEL_PATIENCE_MS && this.end(undefined);
  }

  private async lookWaiting(createdAtMs: number, cancelled: boolean): Promise<boolean> {
    const { store, waitMs } = this.parts;
    const waited = Date.now() - createdAtMs >= waitMs;
    if (!cancelled && !waited) return false;
    // Whoever claims a run decides about it: no worker begins it after this.
    if (!(await store.claim(this.id, Date.now()))) return false;
    return this.end(cancelled ? undefined : `no worker took the run within ${waitMs / 1000} s`);
  }

  private async isLost(): Promise<boolean> {
    if (await this.parts.isHeld(this.id)) this.unheldSinceMs = undefined;
    else this.unheldSinceMs ??= performance.now();
    return this.unheldSinceMs !== undefined && performance.now() - this.unheldSinceMs >= this.parts.lostAfterMs;
  }

  private async end(error: string | undefined): Promise<true> {
    await tellEnd(this.parts.store, this.id, error);
    return true;
  }
}
