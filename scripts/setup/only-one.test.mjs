import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onlyOne } from "./only-one.mjs";

describe("the lock of a setup", () => {
  let folder = "";
  let lock = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "lock-"));
    lock = join(folder, "setup.lock");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("lets one at a time work, and goes with it", async () => {
    /** @type {string[]} */
    const seen = [];
    const work = async () => {
      seen.push("begin");
      await sleep(50);
      seen.push("end");
    };
    await Promise.all([onlyOne(work, lock), onlyOne(work, lock), onlyOne(work, lock)]);
    expect(seen).toEqual(["begin", "end", "begin", "end", "begin", "end"]);
    expect(existsSync(lock)).toBe(false);
  });

  it("goes when the work fails", async () => {
    await expect(onlyOne(() => Promise.reject(new Error("no network")), lock)).rejects.toThrow("no network");
    expect(existsSync(lock)).toBe(false);
  });

  it("is taken over from a process that died with it", async () => {
    const dead = spawnSync(process.execPath, ["-e", ""]).pid;
    writeFileSync(lock, String(dead));
    expect(await onlyOne(async () => "done", lock)).toBe("done");
  });
});
