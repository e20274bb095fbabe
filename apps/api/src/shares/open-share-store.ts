import { SettingsError } from "../settings/settings-error.ts";
import type { ShareStore } from "./share-store.ts";

export interface ShareStoreSettings {
  readonly databaseUrl: string | undefined;
  readonly sqliteFile: string;
}

/**
 * Postgres with a connection string, else the SQLite file. The driver that is not used is not loaded. Rejects with a
 * `SettingsError` when the database cannot be opened.
 */
export async function openShareStore(settings: ShareStoreSettings): Promise<ShareStore> {
  const { databaseUrl, sqliteFile } = settings;
  if (databaseUrl !== undefined) {
    const { createPostgresShareStore } = await import("./postgres-share-store.ts");
    // The address may hold a password, and the driver's text may hold the address: only the code is told.
    return createPostgresShareStore(databaseUrl).catch((fault: unknown) => {
      throw new SettingsError(`The database that DATABASE_URL names cannot be opened (${codeOf(fault)}).`);
    });
  }
  const { createSqliteShareStore } = await import("./sqlite-share-store.ts");
  return createSqliteShareStore(sqliteFile).catch((fault: unknown) => {
    const reason = fault instanceof Error ? fault.message : String(fault);
    throw new SettingsError(`SHARES_FILE is "${sqliteFile}", which cannot be opened: ${reason}`);
  });
}

function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "no answer";
}
