import { useCallback, useEffect, useState } from "react";
import type { AppStore } from "../store/create-app-store.ts";
import { MOST_FILE_BYTES, openText } from "./open-text.ts";

export interface Opening {
  /** What the last file came to, and the draft that was open then: of another draft it says nothing. */
  readonly said: { readonly text: string; readonly draft: string };
  /** A file is held over the page. */
  readonly hovering: boolean;
  readonly open: (files: Iterable<File>) => Promise<void>;
}

/** Opens files that are chosen, and files and texts that are dropped anywhere on the page. */
export function useOpening(store: AppStore): Opening {
  const [said, setSaid] = useState({ text: "", draft: "" });
  const [hovering, setHovering] = useState(false);
  const open = useCallback(
    async (files: Iterable<File>) => {
      const text = (await openFiles(store, [...files])) ?? "";
      setSaid({ text, draft: store.getState().draft.id });
    },
    [store],
  );
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setHovering(false);
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Before the editor, which would put the file's name into the text.
      event.preventDefault();
      event.stopPropagation();
      setHovering(false);
      void open(event.dataTransfer?.files ?? []);
    };
    addEventListener("dragover", over, true);
    addEventListener("dragleave", leave, true);
    addEventListener("drop", drop, true);
    return () => {
      removeEventListener("dragover", over, true);
      removeEventListener("dragleave", leave, true);
      removeEventListener("drop", drop, true);
    };
  }, [open]);
  return { said, hovering, open };
}

function carriesFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Opens one file and says what it came to. */
async function openFiles(store: AppStore, files: readonly File[]): Promise<string | undefined> {
  const [file, ...more] = files;
  if (file === undefined) return undefined;
  if (more.length > 0) return `One file at a time: ${files.length} were given. Nothing was opened.`;
  if (file.size > MOST_FILE_BYTES)
    return `${file.name} is larger than ${MOST_FILE_BYTES / 1024 / 1024} MiB. Nothing was opened.`;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    const opened = openText(text, file.name, crypto.randomUUID());
    if (opened.ok) store.dispatch(opened.action);
    return opened.said;
  } catch {
    return `${file.name} is no text in UTF-8. Nothing was opened.`;
  }
}
