import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./root.mjs";

const FOLDER = `${ROOT}.cache`;
const LOCK = `${FOLDER}/setup.lock`;

/**
 * Runs `work` while no other process of this working copy does: two installations at once break the tree. The lock
 * names its owner's pid; a lock whose owner has died is taken over.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function onlyOne(work) {
  mkdirSync(FOLDER, { recursive: true });
  for (let told = false; !tryLock(); ) {
    const owner = readOwner();
    if (owner !== undefined && !isAlive(owner)) {
      dropLockOf(owner);
    } else {
      if (!told) process.stderr.write(`Waiting for another setup of this folder (process ${owner ?? "unknown"}).\n`);
      told = true;
      await sleep(200);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** A link either appears with its content or not at all, unlike a file that is created and then written. */
function tryLock() {
  const mine = `${LOCK}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, LOCK);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

function readOwner() {
  try {
    return Number(readFileSync(LOCK, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Two waiters may see the same dead owner: the one that moved a fresh lock away by mistake puts it back. */
function dropLockOf(/** @type {number} */ dead) {
  const aside = `${LOCK}.dead.${process.pid}`;
  try {
    renameSync(LOCK, aside);
    if (Number(readFileSync(aside, "utf8")) !== dead) linkSync(aside, LOCK);
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
