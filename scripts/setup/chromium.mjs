import { findOnPath, installDebianPackage, isExecutable } from "./debian-package.mjs";

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
  return findOnPath(NAMES) ?? PATHS.find(isExecutable);
}

/** Finds a Chromium, or installs Debian's when this process may; else throws with what to do. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== undefined) return found;
  if (!(await installDebianPackage("chromium"))) throw new Error(ADVICE);
  const installed = findChromium();
  if (installed === undefined) throw new Error(ADVICE);
  return installed;
}
