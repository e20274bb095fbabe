import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from "kysely";

/** One row a distinct content; `hash` is the hex SHA-256 of its UTF-8 form. */
interface ContentTable {
  hash: string;
  content: string;
}

interface ShareTable {
  id: string;
  content_hash: string;
  delete_token_hash: string;
  created_at_ms: number;
  expires_at_ms: number;
}

export interface ShareDatabase {
  share_content: ContentTable;
  share: ShareTable;
}

const migrations: Record<string, Migration> = {
  "001-shares": {
    async up(db: Kysely<unknown>): Promise<void> {
      await db.schema
        .createTable("share_content")
        .addColumn("hash", "text", (column) => column.primaryKey())
        .addColumn("content", "text", (column) => column.notNull())
        .execute();
      await db.schema
        .createTable("share")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("content_hash", "text", (column) => column.notNull().references("share_content.hash"))
        .addColumn("delete_token_hash", "text", (column) => column.notNull())
        .addColumn("created_at_ms", "bigint", (column) => column.notNull())
        .addColumn("expires_at_ms", "bigint", (column) => column.notNull())
        .execute();
      await db.schema.createIndex("share_expires").on("share").column("expires_at_ms").execute();
      await db.schema.createIndex("share_content_hash").on("share").column("content_hash").execute();
    },
  },
};

const provider: MigrationProvider = { getMigrations: async () => migrations };

/** Brings the tables up to date; safe to call at every start and from several servers at once. */
export async function migrateShares(db: Kysely<ShareDatabase>): Promise<void> {
  const { error } = await new Migrator({
    db,
    provider,
    migrationTableName: "share_migration",
    migrationLockTableName: "share_migration_lock",
  }).migrateToLatest();
  if (error !== undefined) throw error;
}

export async function pingDatabase(db: Kysely<ShareDatabase>): Promise<void> {
  await sql`select 1`.execute(db);
}
