import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./run-command.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
const PATHS = [
  "/usr/lib/chromium/chromium",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const ADVICE =
  "No Chromium was found. Install one (Debian, Ubuntu: `apt-get install chromium`) or set CHROMIUM_PATH to a Chromium or Chrome.";

/** `CHROMIUM_PATH`, else the first one on PATH or in a usual place; undefined when there is none. */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen !== undefined && chosen !== "") {
    if (isExecutable(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is no program.`);
  }
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [...folders.flatMap((folder) => NAMES.map((name) => join(folder, name))), ...PATHS];
  return candidates.find(isExecutable);
}

/** Finds a Chromium, or installs Debian's when this process may; else throws with what to do. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) throw new Error(ADVICE);
  process.stderr.write("Installing Chromium …\n");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runCommand("apt-get", ["update", "-qq"], { env, quiet: true });
  const args = ["install", "-y", "-qq", "--no-install-recommends", "chromium"];
  await runCommand("apt-get", args, { env, quiet: true });
  const installed = findChromium();
  if (installed === undefined) throw new Error(ADVICE);
  return installed;
}

function isExecutable(/** @type {string} */ path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
