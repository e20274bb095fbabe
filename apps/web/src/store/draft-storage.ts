import { parseJson, printJson } from "@tool-dispatch/core";
import { type Draft, draftFromStorage, draftToStorage } from "./draft.ts";

const DRAFT = "tool-dispatch.draft.";
const THIS_TAB = "tool-dispatch.tab";

/** Where drafts are kept between visits; nothing here throws when the browser forbids storage. */
export interface DraftStorage {
  /** The draft that this tab had before a reload. */
  readonly load: () => Draft | undefined;
  /** False when it could not be kept. */
  readonly save: (draft: Draft) => boolean;
}

export function browserStorage(): DraftStorage {
  return {
    load() {
      const id = attempt(() => sessionStorage.getItem(THIS_TAB));
      const text = id == null ? undefined : attempt(() => localStorage.getItem(DRAFT + id));
      const parsed = text == null ? undefined : parseJson(text);
      return parsed?.ok ? draftFromStorage(parsed.value) : undefined;
    },
    save(draft) {
      return (
        attempt(() => {
          sessionStorage.setItem(THIS_TAB, draft.id);
          localStorage.setItem(DRAFT + draft.id, printJson(draftToStorage(draft)));
          return true;
        }) ?? false
      );
    },
  };
}

function attempt<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
