import { ApiRefusal, createApiClient, type RefusedPlace } from "@tool-dispatch/api/client";

/** A link whose scenario this page's server keeps. */
export interface StoredLink {
  readonly id: string;
  readonly url: string;
  readonly expiresAt: Date;
  /** Whoever has it can delete the link; it is shown once. */
  readonly deleteToken: string;
}

export type StoreOutcome =
  | { readonly ok: true; readonly link: StoredLink }
  | { readonly ok: false; readonly message: string; readonly places: readonly RefusedPlace[] };

/** The id in the hash of a stored link; undefined for other hashes. Links that hold their scenario have a dot. */
export function storedId(hash: string): string | undefined {
  return /^#s=([A-Za-z0-9_-]{16,64})$/.exec(hash)?.[1];
}

/** Stores a scenario document's text; `acknowledged`: texts that look like credentials are meant. */
export async function storeOnServer(scenario: string, acknowledged: boolean): Promise<StoreOutcome> {
  try {
    const { id, delete_token, expires_at } = await createApiClient().storeLink(scenario, acknowledged);
    const url = new URL(`#s=${id}`, location.href).href;
    return { ok: true, link: { id, url, expiresAt: new Date(expires_at), deleteToken: delete_token } };
  } catch (error) {
    return refused(error);
  }
}

/** Undefined when it is gone; else why it is still there. */
export async function deleteFromServer({ id, deleteToken }: StoredLink): Promise<string | undefined> {
  try {
    await createApiClient().deleteLink(id, deleteToken);
    return undefined;
  } catch (error) {
    return refused(error).message;
  }
}

/** The text of the scenario that the server keeps. */
export async function readFromServer(
  id: string,
): Promise<{ readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }> {
  try {
    return { ok: true, text: (await createApiClient().readLink(id)).scenario };
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Extract<StoreOutcome, { ok: false }> {
  if (!(error instanceof ApiRefusal)) throw error;
  return { ok: false, message: error.message, places: error.places };
}
