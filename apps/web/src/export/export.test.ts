import { checkExpectation, type FinishedRun, isJsonObject, parseJson } from "@tool-dispatch/core";
import { createInProcessRunner } from "@tool-dispatch/core/host";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { CANARY, runIn, SCENARIO, storeOf } from "../history/run-draft.testing.ts";
import type { KeptRun } from "../store/kept-run.ts";
import { curlCommand } from "./curl-command.ts";
import { runFiles, zipOf } from "./export-zip.ts";
import { markdownReport } from "./markdown-report.ts";
import { regressionTest, scenarioFile } from "./run-export.ts";

async function keptRunOf(scenario: object): Promise<KeptRun> {
  const store = storeOf(scenario);
  await runIn(store, 1);
  const kept = store.getState().history[0];
  if (kept === undefined) throw new Error("no run was kept");
  return kept;
}

/** What the command line's check finds when it runs a scenario that expects something. */
async function checked(text: string) {
  const parsed = parseJson(text);
  const expected = parsed.ok && isJsonObject(parsed.value) ? parsed.value.get("expect") : undefined;
  if (!isJsonObject(expected)) throw new Error("it expects nothing");
  const runner = await createInProcessRunner();
  let result: FinishedRun | undefined;
  for await (const event of runner.run(text)) if (event.type === "run-end") result = event.result;
  await runner.close();
  if (result === undefined) throw new Error("the run did not end");
  return checkExpectation(expected, result);
}

const FLOW = `local flow = Flow.new("main")
flow:step("a", function(ctx) return { n = ctx.big } end)
flow:step("b", function() error("no") end):depends_on("a")
flow:step("c", function() return {} end):depends_on("b")
return flow
`;

describe("a regression test", () => {
  it.each<[string, object]>([
    ["with a secret in the results", SCENARIO],
    ["with a failure", { ...SCENARIO, calls: '[{"id":"a","name":"echo","arguments":{"town":"Oslo"}}]' }],
    ["of a step that failed", { ...SCENARIO, options: {}, calls: '[{"id":"a","name":"ecco","arguments":{}}]' }],
    [
      "of a flow with a failed and a skipped step",
      { kind: "flow", context: '{"big":9007199254740993}', flows: { "main.lua": FLOW } },
    ],
  ])("passes the check again, and fails it once the outcome is another: %s", async (_name, scenario) => {
    const { draft, run } = await keptRunOf(scenario);
    const test = regressionTest(draft, run.result);
    if (!test.ok) throw new Error(test.message);
    expect(test.text).not.toContain(CANARY);
    expect(await checked(test.text)).toEqual([]);
    const other = test.text.replaceAll("Oslo", "Narvik").replace("ecco", "other").replace("9007199254740993", "1");
    const [scenarioPart, ...expectPart] = test.text.split('"expect"');
    const [changedPart] = other.split('"expect"');
    expect(changedPart).not.toBe(scenarioPart);
    expect(await checked([changedPart, ...expectPart].join('"expect"'))).not.toEqual([]);
  });

  it("is not made of a run that was stopped", async () => {
    const { draft } = await keptRunOf(SCENARIO);
    const stopped: FinishedRun = { kind: "dispatch", outcome: "cancelled", calls: [], problems: [], duration_ms: 1 };
    expect(regressionTest(draft, stopped)).toEqual({ ok: false, message: expect.stringContaining("stopped") });
    expect(regressionTest(draft, undefined)).toEqual({ ok: false, message: expect.stringContaining("no run") });
  });
});

describe("a Markdown report", () => {
  it("tells calls, lost references and results; no text of theirs is markup", async () => {
    const hostile = { ...SCENARIO, calls: '[{"id":"a|b","name":"echo","arguments":{"town":"```\\n# x"}}]' };
    const report = markdownReport(await keptRunOf(hostile));
    expect(report).toContain("# Weather \\| \\*of\\* today\n");
    expect(report).toContain("| 0 | `echo` | `a\\|b` | failed | `city` |");
    expect(report).toMatch(/- `city` from `arguments\.city`: null\. .*town/);
    expect(report).toContain("city is required");
    expect(report).not.toMatch(/^# x/m);
    expect(report).not.toContain(CANARY);
  });
});

describe("all as a zip", () => {
  it("opens again, with every file, none outside of its folder, and no value of a secret", async () => {
    const flows = { ...SCENARIO.flows, "../up.lua": "-- up", "sub/in.lua": "-- in" };
    const kept = await keptRunOf({ ...SCENARIO, flows });
    const files = unzipSync(zipOf(runFiles(kept, "http://localhost:1")));
    expect(Object.keys(files).sort()).toEqual(
      [
        "calls.txt",
        "context.json",
        "flows/%2E%2E%2Fup%2Elua",
        "flows/echo.lua",
        "flows/sub/in.lua",
        "regression-test.json",
        "report.md",
        "run.sh",
        "scenario.json",
        "tools.txt",
      ].sort(),
    );
    expect(strFromU8(files["flows/echo.lua"] ?? new Uint8Array())).toBe(SCENARIO.flows["echo.lua"]);
    for (const [name, bytes] of Object.entries(files)) expect(strFromU8(bytes), name).not.toContain(CANARY);
  });
});

describe("no export", () => {
  it("holds the value of a secret, even from a draft that knows it", () => {
    const { draft } = storeOf(SCENARIO).getState();
    expect(draft.secrets[0]?.value).toBe(CANARY);
    for (const text of [scenarioFile(draft), curlCommand(draft, "http://localhost:1")]) {
      expect(text).toContain('"token"');
      expect(text).not.toContain(CANARY);
    }
  });
});
