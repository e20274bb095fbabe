import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countPlaywright, countVitest } from "./count-tests.mjs";

describe("the sum of the tests", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "reports-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const report = (/** @type {unknown} */ content) => {
    const file = join(folder, "report.json");
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  it("counts a file that broke before its first test as a failure", () => {
    const tests = (/** @type {string[]} */ ...states) => states.map((status) => ({ status }));
    const testResults = [
      { status: "passed", assertionResults: tests("passed", "passed", "pending") },
      { status: "failed", assertionResults: tests("passed", "failed", "failed") },
      { status: "failed", assertionResults: [] },
    ];
    expect(countVitest(report({ testResults }))).toEqual({ passed: 3, failed: 3 });
  });

  it("counts a journey that passed only when repeated as a failure", () => {
    const stats = { expected: 5, unexpected: 1, flaky: 2, skipped: 0 };
    expect(countPlaywright(report({ stats }))).toEqual({ passed: 5, failed: 3 });
  });

  it("counts nothing where there is no report", () => {
    expect(countVitest(join(folder, "none.json"))).toEqual({ passed: 0, failed: 0 });
    expect(countPlaywright(join(folder, "none.json"))).toEqual({ passed: 0, failed: 0 });
  });
});
