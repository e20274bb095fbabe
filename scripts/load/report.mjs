import { cpus } from "node:os";

const MIB = 2 ** 20;
const SETTLED_MS = 10_000;
/** Around the 10th second, and before the end. */
const WINDOW_MS = 10_000;
/** What workers keep at one moment and not at another: two of the Lua memories of 32 MiB that each may keep. */
const FLAT_BYTES = 64 * MIB;
const HEALTH_MS = 50;

/**
 * @typedef {import("./tally.mjs").Summary} Summary
 * @typedef {import("./watch-memory.mjs").Sample} Sample
 * @typedef {{ warmUpSeconds: number, seconds: number, connections: number, small: Summary, hostile: Summary, health: Summary, lost: number, memory: Sample[] }} Findings
 */

/** What must hold, each with what was found. @param {Findings} findings */
export function judge({ small, hostile, health, lost, memory }) {
  const { early, late } = memoryAround(memory);
  const failed = small.failed + hostile.failed + health.failed + lost;
  return [
    { met: failed === 0 && small.count > 0, text: `no well-formed request failed (${failed} did)` },
    {
      met: late - early <= FLAT_BYTES,
      text: `memory is flat: ${mib(early)} from the 10th second on, ${mib(late)} before the end (at most ${mib(FLAT_BYTES)} more)`,
    },
    {
      met: health.p99Ms <= HEALTH_MS,
      text: `health within ${HEALTH_MS} ms: p99 ${ms(health.p99Ms)}`,
    },
  ];
}

/** @param {Findings} findings */
export function printReport(findings) {
  const { warmUpSeconds, seconds, connections, small, hostile, health, lost, memory } = findings;
  const [{ model } = { model: "unknown" }] = cpus();
  const peak = Math.max(0, ...memory.map(({ bytes }) => bytes));
  const lines = [
    `${seconds} s after ${warmUpSeconds} s to warm up, ${connections} connections, Node ${process.version}, ${cpus().length} × ${model.trim()}`,
    "(the tool that asks runs on the same processors)",
    "",
    row(["", "requests", "a second", "failed", "p50", "p90", "p99", "longest"]),
    summaryRow("small runs", small, seconds),
    summaryRow("attacks", hostile, seconds),
    summaryRow("GET /api/health", health, seconds),
    "",
    `connections lost or timed out: ${lost}; most memory: ${mib(peak)}`,
    ...[small, hostile, health].flatMap(({ reasons }) => reasons.map((reason) => `failed: ${reason}`)),
    ...judge(findings).map(({ met, text }) => `${met ? "ok    " : "MISSED"} ${text}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Medians of the window that begins at the 10th second and of the one before the end. @param {Sample[]} samples */
export function memoryAround(samples) {
  const endMs = samples.at(-1)?.atMs ?? 0;
  const between = (/** @type {number} */ fromMs, /** @type {number} */ toMs) =>
    median(samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs).map(({ bytes }) => bytes));
  return { early: between(SETTLED_MS, SETTLED_MS + WINDOW_MS), late: between(endMs - WINDOW_MS, endMs) };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {string} name @param {Summary} summary @param {number} seconds */
function summaryRow(name, summary, seconds) {
  const { count, failed, p50Ms, p90Ms, p99Ms, maxMs } = summary;
  const rate = (count / seconds).toFixed(1);
  return row([name, String(count), rate, String(failed), ...[p50Ms, p90Ms, p99Ms, maxMs].map(ms)]);
}

/** @param {string[]} cells */
function row([name = "", ...cells]) {
  return name.padEnd(16) + cells.map((cell) => cell.padStart(11)).join("");
}

/** @param {number} value */
function ms(value) {
  return `${value.toFixed(1)} ms`;
}

/** @param {number} bytes */
function mib(bytes) {
  return `${(bytes / MIB).toFixed(0)} MiB`;
}
