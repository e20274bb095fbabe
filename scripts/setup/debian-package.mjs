import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./run-command.mjs";

/** The first program of these names on PATH. @param {readonly string[]} names @returns {string | undefined} */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

/** Installs a package of Debian when this process may; false when it may not. @param {string} name */
export async function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync("apt-get", ["--version"]).status !== 0) return false;
  process.stderr.write(`Installing ${name} …\n`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await runCommand("apt-get", ["update", "-qq"], { env, quiet: true });
  const args = ["install", "-y", "-qq", "--no-install-recommends", name];
  return (await runCommand("apt-get", args, { env, quiet: true })) === 0;
}

/** @param {string} path */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
