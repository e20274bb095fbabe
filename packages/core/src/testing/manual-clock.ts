import type { Clock } from "../index.ts";

/** A clock that stands still until a test moves it on. */
export class ManualClock implements Clock {
  private timeMs = 0;
  private readonly sleepers = new Set<{ readonly atMs: number; readonly wake: () => void }>();
  /** Every sleep that was asked for, in order. */
  readonly asked: number[] = [];

  nowMs(): number {
    return 1_700_000_000_000 + this.timeMs;
  }

  monotonicMs(): number {
    return this.timeMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.asked.push(ms);
    return new Promise((resolve) => {
      const sleeper = {
        atMs: this.timeMs + ms,
        wake: () => {
          this.sleepers.delete(sleeper);
          signal?.removeEventListener("abort", sleeper.wake);
          resolve();
        },
      };
      if (signal?.aborted) {
        resolve();
        return;
      }
      this.sleepers.add(sleeper);
      signal?.addEventListener("abort", sleeper.wake, { once: true });
    });
  }

  /** Moves time on, waking sleepers one by one in their order, each with all that follows from it. */
  async advance(ms: number): Promise<void> {
    const endMs = this.timeMs + ms;
    await settle();
    for (let next = this.next(endMs); next !== undefined; next = this.next(endMs)) {
      this.timeMs = next.atMs;
      next.wake();
      await settle();
    }
    this.timeMs = endMs;
  }

  /** Time that passes while something works, without anybody sleeping. */
  pass(ms: number): void {
    this.timeMs += ms;
  }

  private next(endMs: number) {
    return [...this.sleepers].filter((sleeper) => sleeper.atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
  }
}

/** Lets everything run that waits for nothing but its turn. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
}
