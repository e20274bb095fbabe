import type { Clock, Random } from "../index.ts";

/** The platform's clock, in a browser, a worker and Node alike. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) {
        resolve();
        return;
      }
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener("abort", wake, { once: true });
    }),
};

/** The platform's source of randomness. */
export const systemRandom: Random = {
  uuid4: () => crypto.randomUUID(),
  seed: () => crypto.getRandomValues(new BigInt64Array(1))[0] ?? 0n,
};
