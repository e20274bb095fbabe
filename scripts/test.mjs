// `npm test`: installs, builds, then runs every check and every test, and ends with the sum of passed and failed.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { checkBudgets } from "./checks/budgets.mjs";
import { countPlaywright, countVitest } from "./checks/count-tests.mjs";
import { checkImports } from "./checks/imports.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { ensureRedis } from "./setup/redis.mjs";
import { ROOT } from "./setup/root.mjs";
import { runCommand, runTool } from "./setup/run-command.mjs";
import { setup } from "./setup.mjs";

const REPORTS = `${ROOT}.cache/reports`;

/** @typedef {{ name: string, run: () => Promise<boolean>, count?: () => { passed: number, failed: number } }} Check */

/**
 * In this order: what is cheap to find is found first. All of them run, so that one failure does not hide another.
 * @type {Check[]}
 */
const CHECKS = [
  { name: "formatting and lint", run: () => succeeds("biome", ["check", ".", "--error-on-warnings"]) },
  { name: "types", run: () => succeeds("tsc", ["-b"]) },
  { name: "import boundaries", run: checkImports },
  { name: "sizes of the page", run: checkBudgets },
  { name: "unit tests", run: unitTests, count: () => countVitest(`${REPORTS}/vitest.json`) },
  {
    name: "speed beside the peers",
    run: async () => (await runCommand("npm", ["run", "--silent", "bench:smoke"])) === 0,
  },
  { name: "browser journeys", run: browserJourneys, count: () => countPlaywright(`${REPORTS}/playwright.json`) },
];

/** @param {string} tool @param {string[]} args */
async function succeeds(tool, args) {
  return (await runTool(tool, args, { quiet: true })) === 0;
}

async function unitTests() {
  await ensureRedis();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${REPORTS}/vitest.json`];
  return (await runTool("vitest", ["run", ...reporters])) === 0;
}

async function browserJourneys() {
  const env = {
    CHROMIUM_PATH: await ensureChromium(),
    PLAYWRIGHT_JSON_OUTPUT_FILE: `${REPORTS}/playwright.json`,
  };
  return (await runTool("playwright", ["test", "--reporter=list,json"], { env })) === 0;
}

/**
 * Runs one check. One without tests counts only when it fails, and so does a suite that broke before its tests.
 * @param {Check} check
 */
async function runCheck({ name, run, count = () => ({ passed: 0, failed: 0 }) }) {
  const beganMs = performance.now();
  const ok = await run().catch(reportFault);
  const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
  process.stdout.write(`${ok ? "ok    " : "FAILED"} ${name} (${seconds} s)\n`);
  const { passed, failed } = count();
  return { passed, failed: ok ? failed : Math.max(failed, 1) };
}

/** @param {unknown} fault */
function reportFault(fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
  return false;
}

async function runAll() {
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });
  const prepared = await setup().then(() => true, reportFault);
  let sum = { passed: 0, failed: prepared ? 0 : 1 };
  for (const check of prepared ? CHECKS : []) {
    const { passed, failed } = await runCheck(check);
    sum = { passed: sum.passed + passed, failed: sum.failed + failed };
  }
  return sum;
}

const { passed, failed } = await runAll();
const summary = `${passed} passed, ${failed} failed\n`;
writeFileSync(`${REPORTS}/summary.txt`, summary);
process.stdout.write(summary);
process.exitCode = failed === 0 ? 0 : 1;
