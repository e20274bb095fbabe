import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { build, type PreviewServer, preview } from "vite";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const CORE = join(ROOT, "packages/core");
/** The policy that the package's README promises to be enough. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:";

const scenario = readFileSync(join(ROOT, "examples/weather-wrong-field.json"), "utf8");
const examples = [...readFileSync(join(CORE, "README.md"), "utf8").matchAll(/```js\n(.*?)```/gs)].map(
  ([, code]) => code,
);
const [resolveExample, nodeExample, pageExample] = examples;

test.describe("the package that `npm pack` makes of the core", () => {
  test.describe.configure({ mode: "serial", timeout: 120_000 });
  let folder: string;
  let app: string;
  let installed: string;

  test.beforeAll(async () => {
    // It compiles and installs: a minute and more on a machine that is busy otherwise.
    test.setTimeout(300_000);
    folder = mkdtempSync(join(tmpdir(), "package-"));
    app = join(folder, "app");
    installed = join(app, "node_modules/@tool-dispatch/core");
    const tarball = await pack(copyOfCore(folder), folder);
    mkdirSync(app);
    writeFileSync(join(app, "package.json"), JSON.stringify({ name: "app", private: true, type: "module" }));
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund", tarball], app);
  });
  test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("holds what it needs and nothing that only helps to develop", () => {
    const files = readdirSync(installed, { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["package.json", "README.md", "LICENSE"]));
    expect(files.filter((file) => /\.test\.|__fixtures__|testing|^src|^scripts|tsconfig|vite/.test(file))).toEqual([]);
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(["publishConfig"]));
    const targets = Object.values<string | { types: string; default: string }>(manifest.exports).flatMap((target) =>
      typeof target === "string" ? [target] : [target.types, target.default],
    );
    expect(targets.filter((target) => !existsSync(join(installed, target)))).toEqual([]);
  });

  test("works in Node, as its README says", async () => {
    writeFileSync(join(app, "resolve.js"), resolveExample ?? "");
    expect(await run("node", ["resolve.js"], app)).toBe("missing-key [ 'town' ]\n");
    writeFileSync(join(app, "run.js"), `const scenarioText = ${JSON.stringify(scenario)};\n${nodeExample}`);
    expect(await run("node", ["run.js"], app)).toMatch(/^ok Map\(6\) \{/);
  });

  test("brings the command line", async () => {
    writeFileSync(join(app, "scenario.json"), scenario);
    const output = await run(join(app, "node_modules/.bin/tool-dispatch"), ["run", "--json", "scenario.json"], app);
    expect(JSON.parse(output)).toMatchObject({ outcome: "ok", passed: true });
  });

  test("brings types that hold without skipping libraries' own", async () => {
    const source = `import { parseJson, type Runner } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { createLua } from "@tool-dispatch/core/lua";
export const runner: Runner = createNodeRunner({ spares: 0 });
export const opened: Promise<{ close(): void }> = createLua({ clock: undefined as never, random: undefined as never });
// @ts-expect-error a number is no text
parseJson(1);
`;
    writeFileSync(join(app, "types.ts"), source);
    const options = ["--noEmit", "--strict", "--target", "es2023", "--lib", "es2024,dom", "--types", ""];
    const tsc = join(ROOT, "node_modules/.bin/tsc");
    await run(tsc, [...options, "--module", "nodenext", "types.ts"], app);
  });

  test("works in a page that Vite builds, as its README says", async ({ page }) => {
    writeFileSync(join(app, "index.html"), '<p id="outcome"></p><script type="module" src="main.js"></script>');
    // Validation has a parser of its own, with WebAssembly of its own.
    const validation = JSON.stringify({ kind: "validate", flows: { "main.lua": 'return Flow.new("x")' } });
    const loop = `for (const text of [${JSON.stringify(scenario)}, ${JSON.stringify(validation)}]) {
  for await (const { type, result } of runner.run(text)) {
    if (type === "run-end") document.querySelector("#outcome").append(result.kind, " ", result.outcome, ". ");
  }
}`;
    writeFileSync(join(app, "main.js"), `${pageExample}\n${loop}`);
    await build({ root: app, configFile: false, logLevel: "error", build: { target: "es2023" } });
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => complaints.push(message.text()));
    const headers = { "content-security-policy": POLICY };
    const server = await preview({ root: app, configFile: false, preview: { port: 4190, host: "127.0.0.1", headers } });
    await page.goto(addressOf(server));
    await expect(page.locator("#outcome")).toHaveText("dispatch ok. validate ok.", { timeout: 30_000 });
    await server.close();
    expect(complaints).toEqual([]);
  });
});

/** Packing writes into the folder that is packed, so it gets a copy, with the tools of this working copy. */
function copyOfCore(folder: string): string {
  const copy = join(folder, "repository");
  mkdirSync(join(copy, "packages"), { recursive: true });
  cpSync(join(ROOT, "tsconfig.base.json"), join(copy, "tsconfig.base.json"));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const core = join(copy, "packages/core");
  const isOurs = (path: string) => !/\/(node_modules|dist)$/.test(path);
  cpSync(CORE, core, { recursive: true, filter: isOurs });
  return core;
}

/** Path of the tarball. */
async function pack(core: string, folder: string): Promise<string> {
  const manifest = readFileSync(join(core, "package.json"), "utf8");
  const output = await run("npm", ["pack", "--json", "--pack-destination", folder], core);
  expect(readFileSync(join(core, "package.json"), "utf8"), "the manifest is put back").toBe(manifest);
  const [{ filename }] = JSON.parse(output.slice(output.indexOf("[")));
  return join(folder, filename);
}

async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const options = { cwd, env: environment(), maxBuffer: 2 ** 26 };
  try {
    return (await promisify(execFile)(command, [...args], options)).stdout;
  } catch (error) {
    // What a tool has to say stands in its outputs, not in the error's message.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}\n${stderr}`);
  }
}

/** Without what the npm that started the tests said to its own script, and without colours. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_(lifecycle|package|config_local)_/i.test(name));
  return { ...Object.fromEntries(own), FORCE_COLOR: "0" };
}

function addressOf(server: PreviewServer): string {
  const [address] = server.resolvedUrls?.local ?? [];
  if (address === undefined) throw new Error("the preview has no address");
  return address;
}
