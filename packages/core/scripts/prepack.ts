// Before `npm pack`: compiles the package into dist/lib and puts its manifest in place.
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { showPackageManifest } from "./package-manifest.ts";

const FOLDER = fileURLToPath(new URL("../", import.meta.url));
const LIB = `${FOLDER}dist/lib`;

rmSync(LIB, { recursive: true, force: true });
run("tsc", "-p", "tsconfig.package.json");
// JavaScript of ours, which the compiler leaves where it is.
for (const name of ["csv-library.mjs", "csv-library.d.mts"]) {
  cpSync(`${FOLDER}src/nodes/data/${name}`, `${LIB}/nodes/data/${name}`);
}
run("vite", "build", "--config", "vite.package.config.ts", "--logLevel", "warn");
// The expression that bundlers look for names a source; the compiler rewrites imports only.
replaceOnce(`${LIB}/host/browser-runner.js`, "./browser-worker.ts", "./browser-worker.js");
showPackageManifest();

function run(command: string, ...args: readonly string[]): void {
  execFileSync(command, args, { cwd: FOLDER, stdio: ["ignore", 2, 2] });
}

function replaceOnce(file: string, text: string, replacement: string): void {
  const parts = readFileSync(file, "utf8").split(text);
  if (parts.length !== 2) throw new Error(`${file} holds "${text}" ${parts.length - 1} times instead of once`);
  writeFileSync(file, parts.join(replacement));
}
