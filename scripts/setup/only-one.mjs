import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./root.mjs";

const LOCK = `${ROOT}.cache/setup.lock`;

/**
 * Runs `work` while no other process of this working copy does: two installations at once break the tree. The lock
 * names its owner's pid; a lock whose owner has died is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @param {string} [lock] its file
 * @returns {Promise<T>}
 */
export async function onlyOne(work, lock = LOCK) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; !tryLock(lock); ) {
    const owner = readOwner(lock);
    if (owner !== undefined && !isAlive(owner)) {
      dropLock(lock, owner);
    } else {
      if (!told) process.stderr.write(`Waiting for another setup of this folder (process ${owner ?? "unknown"}).\n`);
      told = true;
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A link either appears with its content or not at all, unlike a file that is created and then written. */
function tryLock(/** @type {string} */ lock) {
  const mine = `${lock}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, lock);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function readOwner(/** @type {string} */ lock) {
  try {
    return Number(readFileSync(lock, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Two waiters may see the same dead owner: the one that moved a fresh lock away by mistake puts it back. */
function dropLock(/** @type {string} */ lock, /** @type {number} */ dead) {
  const aside = `${lock}.dead.${process.pid}`;
  try {
    renameSync(lock, aside);
    if (Number(readFileSync(aside, "utf8")) !== dead) linkSync(aside, lock);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" && codeOf(error) !== "EEXIST") throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(/** @type {number} */ pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function codeOf(/** @type {unknown} */ error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
