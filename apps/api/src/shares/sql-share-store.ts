import { createHash, timingSafeEqual } from "node:crypto";
import type { ExpressionBuilder, Kysely } from "kysely";
import { migrateShares, pingDatabase, type ShareDatabase } from "./share-schema.ts";
import type { DeleteOutcome, NewShare, ShareStore, StoredShare } from "./share-store.ts";

/** The store on any SQL database that the query builder speaks to; migrates first. */
export async function createSqlShareStore(db: Kysely<ShareDatabase>): Promise<ShareStore> {
  await migrateShares(db);
  return {
    create: (share) => createShare(db, share),
    find: (id, nowMs) => findShare(db, id, nowMs),
    delete: (id, tokenHash, nowMs) => deleteShare(db, id, tokenHash, nowMs),
    purge: (nowMs) => purgeShares(db, nowMs),
    ping: () => pingDatabase(db),
    close: () => db.destroy(),
  };
}

async function createShare(db: Kysely<ShareDatabase>, share: NewShare): Promise<void> {
  const hash = createHash("sha256").update(share.content, "utf8").digest("hex");
  await db.transaction().execute(async (transaction) => {
    // An update that changes nothing locks the row, so that nobody takes the content away before the link names it.
    await transaction
      .insertInto("share_content")
      .values({ hash, content: share.content })
      .onConflict((conflict) => conflict.column("hash").doUpdateSet({ hash }))
      .execute();
    await transaction
      .insertInto("share")
      .values({
        id: share.id,
        content_hash: hash,
        delete_token_hash: share.deleteTokenHash,
        created_at_ms: share.createdAtMs,
        expires_at_ms: share.expiresAtMs,
      })
      .execute();
  });
}

async function findShare(db: Kysely<ShareDatabase>, id: string, nowMs: number): Promise<StoredShare | undefined> {
  const row = await db
    .selectFrom("share")
    .innerJoin("share_content", "share_content.hash", "share.content_hash")
    .select(["share.id", "share_content.content", "share.created_at_ms", "share.expires_at_ms"])
    .where("share.id", "=", id)
    .where("share.expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    content: row.content,
    // Postgres hands 64-bit integers over as text.
    createdAtMs: Number(row.created_at_ms),
    expiresAtMs: Number(row.expires_at_ms),
  };
}

async function deleteShare(
  db: Kysely<ShareDatabase>,
  id: string,
  tokenHash: string,
  nowMs: number,
): Promise<DeleteOutcome> {
  const row = await db
    .selectFrom("share")
    .select(["delete_token_hash", "content_hash"])
    .where("id", "=", id)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  if (row === undefined) return "not-found";
  if (!sameText(row.delete_token_hash, tokenHash)) return "wrong-token";
  const gone = await db.deleteFrom("share").where("id", "=", id).executeTakeFirst();
  if (gone.numDeletedRows === 0n) return "not-found";
  await deleteUnusedContent(db, row.content_hash);
  return "deleted";
}

async function purgeShares(db: Kysely<ShareDatabase>, nowMs: number): Promise<number> {
  const gone = await db.deleteFrom("share").where("expires_at_ms", "<=", nowMs).executeTakeFirst();
  const unused = await db
    .selectFrom("share_content")
    .select("hash")
    .where((where) => where.not(where.exists(linksOf(where))))
    .execute();
  for (const { hash } of unused) await deleteUnusedContent(db, hash);
  return Number(gone.numDeletedRows);
}

/**
 * Removes a content that no link names. The update that changes nothing waits for whoever is storing a link to it now,
 * and keeps the next one waiting; only then is looked whether it is used, so that link is seen.
 */
async function deleteUnusedContent(db: Kysely<ShareDatabase>, hash: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable("share_content").set({ hash }).where("hash", "=", hash).execute();
    await transaction
      .deleteFrom("share_content")
      .where("hash", "=", hash)
      .where((where) => where.not(where.exists(linksOf(where))))
      .execute();
  });
}

function linksOf(where: ExpressionBuilder<ShareDatabase, "share_content">) {
  return where.selectFrom("share").select("share.id").whereRef("share.content_hash", "=", "share_content.hash");
}

/** Compares in a time that does not depend on where the texts differ. */
function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a, "utf8");
  const right = Buffer.from(b, "utf8");
  return left.length === right.length && timingSafeEqual(left, right);
}
