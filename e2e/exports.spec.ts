import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { findOnPath, installDebianPackage } from "../scripts/setup/debian-package.mjs";
import { expect, test } from "./playground.ts";
import { Workbench } from "./workbench.ts";

const COMMAND_LINE = fileURLToPath(new URL("../packages/core/bin/tool-dispatch.mjs", import.meta.url));
const CANARY = "canary-3307-exported";
/** No JavaScript number holds it. */
const BIG = "9007199254740993";

/** Texts that a shell, a table or a fence would take for something else; a call that fails with a secret in its error. */
const SCENARIO = `{
  "version": 1,
  "name": "It's an \\"export\\" | of *everything*",
  "calls": "[{\\"id\\":\\"a|b\\",\\"name\\":\\"echo\\",\\"arguments\\":{\\"n\\":${BIG},\\"text\\":\\"$(whoami) \`id\` 'x'\\\\nEND_OF_SCENARIO\\\\n\\"}},{\\"id\\":\\"c\\",\\"name\\":\\"refuse\\",\\"arguments\\":\\"{}\\"}]",
  "tools": "tools = { echo = { flow = \\"echo.lua\\", input = { n = \\"arguments.n\\", text = \\"arguments.text\\", none = \\"ctx.user.id\\" } }, refuse = { flow = \\"sub/refuse.lua\\", input = { key = \\"ctx.api_key\\" } } }",
  "context": { "user": { "name": "Ada", "big": ${BIG} } },
  "secrets": { "api_key": "${CANARY}" },
  "options": { "on_error": "ignore" },
  "flows": {
    "echo.lua": "local flow = Flow.new(\\"echo\\")\\nflow:step(\\"s\\", function(ctx) return { tool_result_value = { n = ctx.n, text = ctx.text } } end)\\nreturn flow\\n",
    "sub/refuse.lua": "local flow = Flow.new(\\"refuse\\")\\nflow:step(\\"s\\", function(ctx) log(ctx.key) error(\\"refused for \\" .. ctx.key) end)\\nreturn flow\\n"
  }
}
`;

const run = promisify(execFile);

async function choose(page: Page, item: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function download(page: Page, item: RegExp): Promise<{ readonly path: string; readonly bytes: Buffer }> {
  const started = page.waitForEvent("download");
  await choose(page, item);
  const saved = await started;
  const path = test.info().outputPath(saved.suggestedFilename());
  await saved.saveAs(path);
  return { path, bytes: readFileSync(path) };
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The exit status of the command line's check of a scenario. */
const check = (path: string) =>
  run(process.execPath, [COMMAND_LINE, "run", path]).then(
    () => 0,
    ({ code }: { readonly code: number }) => code,
  );

/** What the server's finished run published, from the answer to the command. */
async function published(command: string): Promise<string> {
  const path = test.info().outputPath("run.sh");
  writeFileSync(path, command);
  const { stdout } = await run("sh", [path]);
  return JSON.stringify(JSON.parse(stdout).output);
}

test.describe("[workbench §6] exports", () => {
  let bench: Workbench;
  test.beforeAll(async () => {
    if (findOnPath(["curl"]) === undefined) await installDebianPackage("curl");
  });
  test.beforeEach(async ({ page }) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    bench = new Workbench(page);
    await bench.open();
    await bench.drop("everything.json", SCENARIO);
    await bench.said.getByText("1 of 2 calls failed").waitFor();
    await bench.call(1).getByRole("button").click();
    await bench.detail(/^Result/);
    await expect(page.getByRole("region", { name: "The handler failed" })).toContainText("refused for [REDACTED]");
  });

  test("the scenario opens again as the same documents, and holds no secret", async ({ page }) => {
    const { bytes } = await download(page, /^Scenario file/);
    const text = String(bytes);
    expect(text).not.toContain(CANARY);
    expect(text.split(BIG)).toHaveLength(3);
    await bench.example(/^Deploy/);
    await bench.drop("scenario.json", text);
    await expect(bench.title).toContainText("It's an");
    expect(String((await download(page, /^Scenario file/)).bytes)).toBe(text);
  });

  test("the regression test passes on the command line, and fails once the handler answers something else", async ({
    page,
  }) => {
    const { path, bytes } = await download(page, /^Regression test/);
    expect(String(bytes)).not.toContain(CANARY);
    expect(await check(path)).toBe(0);
    writeFileSync(path, String(bytes).replace("text = ctx.text", 'text = ctx.text .. \\"!\\"'));
    expect(await check(path)).toBe(1);
  });

  test("the curl command gives what the page shows, from a shell", async ({ page }) => {
    await page.getByRole("button", { name: "Copy all" }).click();
    // Without the secret's value nothing stands where it was.
    const shown = (await clipboard(page)).replaceAll("[REDACTED]", "");
    await choose(page, /^Copy as curl/);
    await expect(page.getByText("Copied.")).toBeVisible();
    const command = await clipboard(page);
    expect(command).not.toContain(CANARY);
    expect(command).toContain(BIG);
    expect(await published(command)).toBe(JSON.stringify(JSON.parse(shown)));
  });

  test("the report tells calls, what is null and why, and errors; no text of theirs is markup", async ({ page }) => {
    const report = String((await download(page, /^Markdown report/)).bytes);
    expect(report).toMatch(/^# It's an "export" \\\| of \\\*everything\\\*\n/);
    expect(report).toContain("| 0 | `echo` | `a\\|b` | success | `none` |");
    expect(report).toMatch(/- `none` from `ctx\.user\.id`: null\. .*`name`/);
    expect(report).toContain("refused for [REDACTED]");
    expect(report).toContain("Secrets, by name alone: `api_key`.");
    expect(report).not.toContain(CANARY);
  });

  test("the zip opens: its scenario, test and command work, its flows are the files that they name", async ({
    page,
  }) => {
    const { bytes } = await download(page, /^All as a zip/);
    const files = new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)]));
    for (const [name, text] of files) {
      expect(text, name).not.toContain(CANARY);
      const path = join(test.info().outputPath("zip"), name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    const flows = new Map(Object.entries<string>(JSON.parse(SCENARIO).flows));
    for (const [name, source] of flows) expect(files.get(`flows/${name}`)).toBe(source);
    expect(await check(test.info().outputPath("zip/regression-test.json"))).toBe(0);
    expect(await published(files.get("run.sh") ?? "")).toContain(BIG.slice(0, 15));
    expect(files.get("scenario.json")).toBe(String((await download(page, /^Scenario file/)).bytes));
  });
});

test("what is exported says of itself that it holds what looks like credentials, once for each", async ({ page }) => {
  const workbench = new Workbench(page);
  await workbench.open();
  const key = `sk-proj-${"a1B2".repeat(10)}`;
  await workbench.drop("calls.json", JSON.stringify([{ id: "a", name: "echo", arguments: { key, again: key } }]));
  await workbench.settled();
  for (const item of [/^Scenario file/, /^All as a zip/]) {
    await download(page, item);
    await expect(page.getByText("△ In it is what looks like an OpenAI key, sk-p")).toBeVisible();
    await expect(page.getByText("more such")).toHaveCount(0);
  }
  // No reference reads it, so the report has none of it.
  expect((await download(page, /^Markdown report/)).bytes.toString()).not.toContain(key);
  await expect(page.getByText("Saved report.md.", { exact: true })).toBeVisible();
});
