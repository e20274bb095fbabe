import { useState } from "react";
import { useApp } from "../app-context.ts";
import type { AppStore } from "../store/create-app-store.ts";
import { type DocumentName, documentOf } from "../store/draft.ts";
import { Button } from "../ui/button.tsx";
import { latePart } from "../ui/late-part.ts";
import styles from "./documents-pane.module.css";
import { languageOf } from "./language-of.ts";

/** Comes with its library when it is first asked for. */
const formatter = latePart(async () => (await import("./format/format-document.ts")).formatDocument);

/** Formats the document that is open, and says when there was nothing to format. */
export function FormatButton({ document }: { readonly document: DocumentName }) {
  const { store } = useApp();
  const [said, setSaid] = useState({ text: "", of: document });
  const format = async () => setSaid({ text: await formatIn(store, document), of: document });
  return (
    <>
      <Button look="plain" className={styles.add} data-command="format" onClick={() => void format()}>
        Format
      </Button>
      <span role="status" aria-label="Format" className={styles.said}>
        {said.of === document ? said.text : ""}
      </span>
    </>
  );
}

async function formatIn(store: AppStore, document: DocumentName): Promise<string> {
  const formatDocument = await formatter.fetch().catch(() => undefined);
  if (formatDocument === undefined) return "The formatter could not be loaded. Reload the page to get it.";
  const text = documentOf(store.getState().draft, document);
  const formatted = formatDocument(languageOf(document, text), text);
  if (formatted === undefined) return "This is no JSON text, so it stays as it is.";
  if (formatted === text) return "Nothing to format.";
  store.dispatch({ type: "document-edited", document, text: formatted });
  return "Formatted.";
}
