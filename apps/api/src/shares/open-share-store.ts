import type { ShareStore } from "./share-store.ts";

/** Postgres with a connection string, else the SQLite file. The driver that is not used is not loaded. */
export async function openShareStore(settings: {
  readonly databaseUrl: string | undefined;
  readonly sqliteFile: string;
}): Promise<ShareStore> {
  if (settings.databaseUrl !== undefined) {
    const { createPostgresShareStore } = await import("./postgres-share-store.ts");
    return createPostgresShareStore(settings.databaseUrl);
  }
  const { createSqliteShareStore } = await import("./sqlite-share-store.ts");
  return createSqliteShareStore(settings.sqliteFile);
}
