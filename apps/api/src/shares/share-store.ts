/** A stored link as its reader gets it. Times are milliseconds since the epoch. */
export interface StoredShare {
  readonly id: string;
  /** The scenario document's text, exactly as it was stored. */
  readonly content: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export interface NewShare {
  /** Unguessable; made by the caller. */
  readonly id: string;
  readonly content: string;
  /** Hash of the token that may delete the link; the token itself is never stored. */
  readonly deleteTokenHash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
}

export type DeleteOutcome = "deleted" | "wrong-token" | "not-found";

/**
 * Where links are kept. Content is immutable and stored once however many links name it; a link that is
 * acknowledged survives the loss of the process.
 */
export interface ShareStore {
  /** Resolves once the link is on disk. */
  create(share: NewShare): Promise<void>;
  /** Undefined when there is none, or when it expired at or before `nowMs`. */
  find(id: string, nowMs: number): Promise<StoredShare | undefined>;
  delete(id: string, deleteTokenHash: string, nowMs: number): Promise<DeleteOutcome>;
  /** Removes what expired, and contents that no link names any more; the number of links removed. */
  purge(nowMs: number): Promise<number>;
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
