import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { ShareDatabase } from "./share-schema.ts";
import type { ShareStore } from "./share-store.ts";
import { createSqlShareStore } from "./sql-share-store.ts";

/** Links in Postgres, for several servers that share them. */
export async function createPostgresShareStore(connectionString: string): Promise<ShareStore> {
  const pool = new pg.Pool({ connectionString, max: 10 });
  // An idle connection that breaks must not end the process; the next query reports the fault.
  pool.on("error", () => {});
  const db = new Kysely<ShareDatabase>({ dialect: new PostgresDialect({ pool }) });
  return createSqlShareStore(db).catch(async (fault: unknown) => {
    await db.destroy();
    throw fault;
  });
}
