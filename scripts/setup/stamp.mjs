import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ROOT } from "./root.mjs";

const IGNORED = new Set(["node_modules", "dist", ".cache"]);

/**
 * Does `work` only when its inputs changed since it last succeeded, or when something it made is gone.
 * @param {{ stamp: string, inputs: readonly string[], extra?: string, outputs: readonly string[] }} step
 *   paths relative to the root; `inputs` are files and folders, missing ones count too.
 * @param {() => Promise<void>} work
 */
export async function whenChanged({ stamp, inputs, extra = "", outputs }, work) {
  const hash = hashOf(inputs, extra);
  const file = ROOT + stamp;
  if (outputs.every((path) => existsSync(ROOT + path)) && existsSync(file) && readFileSync(file, "utf8") === hash)
    return;
  rmSync(file, { force: true });
  await work();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hash);
}

/** @param {readonly string[]} inputs @param {string} extra */
function hashOf(inputs, extra) {
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch} ${extra}\n`);
  for (const path of inputs) {
    for (const file of filesUnder(path))
      hash
        .update(`${file}\0`)
        .update(readFileSync(ROOT + file))
        .update("\0");
  }
  return hash.digest("hex");
}

/** @returns {string[]} @param {string} path */
function filesUnder(path) {
  const stats = statSync(ROOT + path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [path];
  return readdirSync(ROOT + path)
    .filter((name) => !IGNORED.has(name))
    .sort()
    .flatMap((name) => filesUnder(`${path}/${name}`));
}
