// `npm run lighthouse`: what Lighthouse says of the built page, as a phone and as a desktop see it.
import { mkdirSync, writeFileSync } from "node:fs";
import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";
import { startBuiltServer } from "../scripts/load/start-built-server.mjs";
import { ensureChromium } from "../scripts/setup/chromium.mjs";
import { ROOT } from "../scripts/setup/root.mjs";

/** Each profile is looked at this often; the median counts, since a machine may have other things to do. */
const VISITS = 5;

/** @type {Readonly<Record<string, number>>} Lowest score, 0–100, that a category is to reach. */
const REACH = { performance: 95, accessibility: 100, "best-practices": 100 };

const METRICS = [
  "first-contentful-paint",
  "largest-contentful-paint",
  "speed-index",
  "total-blocking-time",
  "cumulative-layout-shift",
];

const PROFILES = [
  { name: "mobile", config: undefined },
  { name: "desktop", config: desktopConfig },
];

const server = await startBuiltServer();
const chrome = await launch({
  chromePath: await ensureChromium(),
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
});
let missed = 0;
/** @type {Record<string, unknown>} */
const report = {};
try {
  for (const { name, config } of PROFILES) {
    const visits = [];
    for (let visit = 0; visit < VISITS; visit++) visits.push(await look(config));
    report[name] = visits;
    printProfile(name, visits);
  }
} finally {
  await chrome.kill();
  await server.end();
}
mkdirSync(`${ROOT}.cache`, { recursive: true });
writeFileSync(`${ROOT}.cache/lighthouse.json`, `${JSON.stringify(report, null, 2)}\n`);
process.exitCode = missed === 0 ? 0 : 1;

/** @param {import("lighthouse").Config | undefined} config */
async function look(config) {
  const flags = { port: chrome.port, onlyCategories: Object.keys(REACH) };
  const seen = await lighthouse(server.url, flags, config);
  if (seen === undefined) throw new Error("Lighthouse gave no result");
  const { categories, audits, runtimeError } = seen.lhr;
  if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
  const scores = Object.fromEntries(
    Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
  );
  const metrics = Object.fromEntries(METRICS.map((id) => [id, audits[id]?.numericValue ?? Number.NaN]));
  // What costs points, with the place where Lighthouse saw it.
  const faults = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter((ref) => id !== "performance" && ref.weight > 0 && audits[ref.id]?.score === 0)
      .map((ref) => `${ref.id}: ${JSON.stringify(audits[ref.id]?.details ?? audits[ref.id]?.title).slice(0, 400)}`),
  );
  return { scores, metrics, faults };
}

/** @param {string} name @param {Awaited<ReturnType<typeof look>>[]} visits */
function printProfile(name, visits) {
  for (const [category, least] of Object.entries(REACH)) {
    const score = median(visits.map(({ scores }) => scores[category] ?? 0));
    const isMet = score >= least;
    if (!isMet) missed++;
    console.log(`${isMet ? "ok    " : "MISSED"} ${name} ${category} ${score} (at least ${least})`);
  }
  for (const metric of METRICS) {
    const value = median(visits.map(({ metrics }) => metrics[metric] ?? Number.NaN));
    console.log(`       ${name} ${metric} ${metric.endsWith("shift") ? value.toFixed(3) : `${value.toFixed(0)} ms`}`);
  }
  for (const fault of new Set(visits.flatMap(({ faults }) => faults))) console.log(`       ${fault}`);
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
