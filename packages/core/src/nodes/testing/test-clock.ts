import type { Clock } from "../../ports/host.ts";

/** A clock that never makes a test wait: a sleep ends at once and moves the time. */
export function instantClock(): Clock & { readonly sleptMs: readonly number[] } {
  let now = 0;
  const sleptMs: number[] = [];
  return {
    sleptMs,
    nowMs: () => now,
    monotonicMs: () => now,
    sleep(ms) {
      sleptMs.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
