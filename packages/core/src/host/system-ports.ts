import type { Clock, Random } from "../index.ts";

/** Longest time that a timer of the platform can hold. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The platform's clock, in a browser, a worker and Node alike. */
export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  async sleep(ms, signal) {
    const endMs = performance.now() + ms;
    for (let leftMs = ms; leftMs > 0 && !signal?.aborted; leftMs = endMs - performance.now()) {
      await timer(Math.min(leftMs, LONGEST_TIMER_MS), signal);
    }
  },
};

function timer(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(handle);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const handle = setTimeout(end, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}

/** The platform's random numbers, through the one function that pages without HTTPS have too. */
export const systemRandom: Random = {
  uuid4() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
    bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  },
  seed: () => crypto.getRandomValues(new BigInt64Array(1))[0] ?? 0n,
};
