import { findOnPath, installDebianPackage } from "./debian-package.mjs";

/** Sees to it that the tests can start a Redis of their own; where they cannot, they fail and say so. */
export async function ensureRedis() {
  if (findOnPath(["redis-server"]) === undefined) await installDebianPackage("redis-server");
}
