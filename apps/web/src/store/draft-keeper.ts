import type { AppStore } from "./create-app-store.ts";
import type { Draft } from "./draft.ts";
import type { DraftStorage } from "./draft-storage.ts";

/** How long a draft may be changed before it is written; leaving it or the page writes at once. */
const IDLE_MS = 250;

/** How long to wait for the page that held a draft before to let it go, as on a reload. */
const CLAIM_MS = 300;

/** A draft that can be come back to. */
export interface KeptDraft {
  readonly id: string;
  readonly title: string;
  readonly savedAtMs: number;
  /** It could not be written: it lives as long as this page does. */
  readonly inMemory: boolean;
}

/** Keeps every draft that was worked on: in the browser's storage, else in this page. */
export interface DraftKeeper {
  /** All kept drafts but the open one, the newest first. */
  readonly others: () => readonly KeptDraft[];
  /** A kept draft to open; a copy with an id of its own when another tab works on it. */
  readonly take: (id: string) => Promise<Draft | undefined>;
  readonly forgetOthers: () => void;
}

export function keepDrafts(store: AppStore, storage: DraftStorage): DraftKeeper {
  /** Drafts that were left while the storage did not take them, with the secrets that storage never gets. */
  const memory = new Map<string, { readonly draft: Draft; readonly leftAtMs: number; readonly kept: boolean }>();
  let written: Draft | undefined;
  let touched = storage.read(store.getState().draft.id).state === "draft";
  let timer: ReturnType<typeof setTimeout> | undefined;

  const save = () => {
    clearTimeout(timer);
    const { draft } = store.getState();
    if (draft === written) return;
    const kept = storage.save(draft, true);
    if (kept === "kept") written = draft;
    if (kept !== store.getState().kept) store.dispatch({ type: "draft-kept", kept });
  };
  const leave = (draft: Draft) => {
    if (!touched) return storage.remove(draft.id);
    const kept = storage.save(draft, false) === "kept";
    memory.set(draft.id, { draft, leftAtMs: Date.now(), kept });
  };

  store.subscribe((state, before) => {
    if (state.draft === before.draft) return;
    clearTimeout(timer);
    if (state.draft.id !== before.draft.id) {
      leave(before.draft);
      touched = memory.has(state.draft.id) || storage.read(state.draft.id).state === "draft";
      memory.delete(state.draft.id);
      void claim(state.draft.id);
    } else touched = true;
    timer = setTimeout(save, IDLE_MS);
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
  void claim(store.getState().draft.id);
  save();

  return {
    others() {
      const open = store.getState().draft.id;
      const stored = storage.ids().flatMap((id): KeptDraft[] => {
        const found = id === open || memory.has(id) ? undefined : storage.read(id);
        if (found?.state !== "draft") return [];
        return [{ id, title: found.draft.title, savedAtMs: found.savedAtMs, inMemory: false }];
      });
      const here = [...memory.values()].map(({ draft, leftAtMs, kept }) => ({
        id: draft.id,
        title: draft.title,
        savedAtMs: leftAtMs,
        inMemory: !kept,
      }));
      return [...stored, ...here].sort((left, right) => right.savedAtMs - left.savedAtMs);
    },
    async take(id) {
      const stored = storage.read(id);
      const draft = memory.get(id)?.draft ?? (stored.state === "draft" ? stored.draft : undefined);
      if (draft === undefined) return undefined;
      return (await claim(id)) ? draft : copyOf(draft);
    },
    forgetOthers() {
      memory.clear();
      for (const id of storage.ids()) {
        if (id !== store.getState().draft.id && storage.read(id).state === "draft") storage.remove(id);
      }
      written = undefined;
      save();
    },
  };
}

/** The draft that this tab had; a copy of it when this tab is a duplicate of one that still works on it. */
export async function draftOfThisTab(storage: DraftStorage): Promise<Draft | "unreadable" | undefined> {
  const id = storage.ofThisTab();
  const stored = id === undefined ? undefined : storage.read(id);
  if (stored?.state === "unreadable") return "unreadable";
  if (stored?.state !== "draft") return undefined;
  return (await claim(stored.draft.id)) ? stored.draft : copyOf(stored.draft);
}

function copyOf(draft: Draft): Draft {
  return { ...draft, id: crypto.randomUUID() };
}

const claimed = new Set<string>();

/** Makes a draft this page's alone until the page goes; false when another one has it. */
function claim(id: string): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  if (claimed.has(id) || locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const held = () => {
      claimed.add(id);
      resolve(true);
      return new Promise<never>(() => {});
    };
    locks.request(`tool-dispatch.draft.${id}`, { signal: AbortSignal.timeout(CLAIM_MS) }, held).catch(() => {
      resolve(false);
    });
  });
}
