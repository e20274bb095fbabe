import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { Kysely, SqliteDialect } from "kysely";
import Database from "libsql";
import type { ShareDatabase } from "./share-schema.ts";
import type { ShareStore } from "./share-store.ts";
import { createSqlShareStore } from "./sql-share-store.ts";

/**
 * Links in one SQLite file. WAL lets readers go on while a link is written; `synchronous = FULL` makes an
 * acknowledged link outlive a power cut, not only a killed process.
 */
export async function createSqliteShareStore(file: string): Promise<ShareStore> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file);
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.pragma("busy_timeout = 5000");
  database.pragma("foreign_keys = ON");
  return createSqlShareStore(new Kysely<ShareDatabase>({ dialect: new SqliteDialect({ database }) }));
}
