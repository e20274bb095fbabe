import { createHistogram } from "node:perf_hooks";

/**
 * How requests of one kind went: how many, how long in milliseconds, and why the first few failed.
 * @typedef {{ count: number, failed: number, reasons: readonly string[], p50Ms: number, p90Ms: number, p99Ms: number, maxMs: number }} Summary
 */

/** Counts requests of one kind. */
export class Tally {
  #times = createHistogram();
  #count = 0;
  #failed = 0;
  /** @type {string[]} */
  #reasons = [];

  /** @param {number} ms @param {string | undefined} failure */
  add(ms, failure) {
    this.#count++;
    this.#times.record(Math.max(1, Math.round(ms * 1000)));
    if (failure === undefined) return;
    this.#failed++;
    if (this.#reasons.length < 5) this.#reasons.push(failure);
  }

  /** @returns {Summary} */
  summary() {
    const within = (/** @type {number} */ percent) => (this.#count === 0 ? 0 : this.#times.percentile(percent) / 1000);
    return {
      count: this.#count,
      failed: this.#failed,
      reasons: this.#reasons,
      p50Ms: within(50),
      p90Ms: within(90),
      p99Ms: within(99),
      maxMs: within(100),
    };
  }
}
