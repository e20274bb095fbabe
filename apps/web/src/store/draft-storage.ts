import { isJsonObject, parseJson, printJson } from "@tool-dispatch/core";
import { type Draft, draftFromStorage, draftToStorage } from "./draft.ts";

const DRAFT = "tool-dispatch.draft.";
const THIS_TAB = "tool-dispatch.tab";

/** Whether a draft is in the browser's storage: it is, the storage is full, or the browser lends none. */
export type Kept = "kept" | "full" | "off";

/** What stands in storage under a tab's draft. `unreadable`: written by another version of the page, and left alone. */
export type StoredDraft =
  | { readonly state: "draft"; readonly draft: Draft; readonly savedAtMs: number }
  | { readonly state: "unreadable"; readonly text: string }
  | { readonly state: "none" };

/** Where drafts are kept between visits; nothing here throws when the browser forbids storage. */
export interface DraftStorage {
  /** Id of the draft that this tab had before a reload. */
  readonly ofThisTab: () => string | undefined;
  readonly read: (id: string) => StoredDraft;
  /** Keeps a draft; `asThisTab`: it is the one to come back to after a reload. */
  readonly save: (draft: Draft, asThisTab: boolean) => Kept;
  readonly remove: (id: string) => void;
  readonly ids: () => readonly string[];
}

export function browserStorage(): DraftStorage {
  return {
    ofThisTab: () => attempt(() => sessionStorage.getItem(THIS_TAB)) ?? undefined,
    read: (id) => readStored(attempt(() => localStorage.getItem(DRAFT + id)) ?? undefined),
    save(draft, asThisTab) {
      try {
        localStorage.setItem(DRAFT + draft.id, printJson(draftToStorage(draft, Date.now())));
        if (asThisTab) sessionStorage.setItem(THIS_TAB, draft.id);
        return "kept";
      } catch (error) {
        return error instanceof DOMException && error.name === "QuotaExceededError" ? "full" : "off";
      }
    },
    remove: (id) => attempt(() => localStorage.removeItem(DRAFT + id)),
    ids: () =>
      attempt(() => Object.keys(localStorage).filter((key) => key.startsWith(DRAFT)))?.map((key) =>
        key.slice(DRAFT.length),
      ) ?? [],
  };
}

/** For a page that only shows: nothing is read or kept. */
export function noStorage(): DraftStorage {
  return {
    ofThisTab: () => undefined,
    read: () => ({ state: "none" }),
    save: () => "kept",
    remove: () => {},
    ids: () => [],
  };
}

function readStored(text: string | undefined): StoredDraft {
  if (text === undefined) return { state: "none" };
  const parsed = parseJson(text);
  const draft = parsed.ok ? draftFromStorage(parsed.value) : undefined;
  if (!parsed.ok || draft === undefined) return { state: "unreadable", text };
  const savedAt = isJsonObject(parsed.value) ? parsed.value.get("savedAtMs") : undefined;
  return { state: "draft", draft, savedAtMs: typeof savedAt === "bigint" ? Number(savedAt) : 0 };
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
