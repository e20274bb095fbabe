import { existsSync } from "node:fs";
import Database from "libsql";

/**
 * Writes a copy of the links' SQLite file as it is at this moment, whole and in one file, while servers go on using it.
 * Throws when there is no such file, or when `target` is there already: no backup is overwritten.
 */
export function backUpShares(file: string, target: string): void {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  if (existsSync(target)) throw new Error(`${target} is there already; it is not overwritten.`);
  const database = new Database(file);
  try {
    database.pragma("busy_timeout = 5000");
    database.prepare("vacuum into ?").run(target);
  } finally {
    database.close();
  }
}
