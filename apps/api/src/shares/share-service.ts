import { createHash, randomBytes } from "node:crypto";
import type { DeleteOutcome, ShareStore, StoredShare } from "./share-store.ts";

/** What the person who stored a link gets, once. */
export interface CreatedShare {
  readonly id: string;
  readonly deleteToken: string;
  readonly expiresAtMs: number;
}

/** Stored links: unguessable ids, a delete token of which only the hash is kept, and an expiry. */
export class ShareService {
  private readonly store: ShareStore;
  private readonly nowMs: () => number;
  private readonly lifetimeMs: number;

  constructor(store: ShareStore, options: { readonly nowMs: () => number; readonly lifetimeMs: number }) {
    this.store = store;
    this.nowMs = options.nowMs;
    this.lifetimeMs = options.lifetimeMs;
  }

  /** `content` is a scenario document's text, already checked to hold no secrets. */
  async create(content: string): Promise<CreatedShare> {
    const createdAtMs = this.nowMs();
    const expiresAtMs = createdAtMs + this.lifetimeMs;
    const id = unguessable(16);
    const deleteToken = unguessable(24);
    await this.store.create({ id, content, deleteTokenHash: hash(deleteToken), createdAtMs, expiresAtMs });
    return { id, deleteToken, expiresAtMs };
  }

  find(id: string): Promise<StoredShare | undefined> {
    return this.store.find(id, this.nowMs());
  }

  delete(id: string, deleteToken: string): Promise<DeleteOutcome> {
    return this.store.delete(id, hash(deleteToken), this.nowMs());
  }

  purge(): Promise<number> {
    return this.store.purge(this.nowMs());
  }

  ping(): Promise<void> {
    return this.store.ping();
  }

  close(): Promise<void> {
    return this.store.close();
  }
}

/** `bytes` random bytes as base64url: 16 bytes are 128 bits. */
function unguessable(bytes: number): string {
  return randomBytes(bytes).toString("base64url");
}

function hash(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("hex");
}
