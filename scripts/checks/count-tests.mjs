import { existsSync, readFileSync } from "node:fs";

/**
 * Passed and failed tests of Vitest's JSON report; a file that broke before its first test counts as one failure.
 * @param {string} report a file; a missing one counts nothing
 */
export function countVitest(report) {
  /** @type {{ status: string, assertionResults: { status: string }[] }[]} */
  const files = readReport(report)?.testResults ?? [];
  let passed = 0;
  let failed = 0;
  for (const { status, assertionResults } of files) {
    const failures = assertionResults.filter((test) => test.status === "failed").length;
    passed += assertionResults.filter((test) => test.status === "passed").length;
    failed += status === "failed" ? Math.max(1, failures) : failures;
  }
  return { passed, failed };
}

/**
 * The same of Playwright's JSON report; a test that passed only when repeated has failed.
 * @param {string} report a file
 */
export function countPlaywright(report) {
  const stats = readReport(report)?.stats ?? { expected: 0, unexpected: 0, flaky: 0 };
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}

/** @param {string} report */
function readReport(report) {
  return existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : undefined;
}
