import { useEffect, useState } from "react";
import { useSelect } from "../app-context.ts";
import { encodeLink } from "../share/share-code.ts";
import { documentFromDraft } from "../store/draft.ts";
import styles from "./embedded-view.module.css";

/** Above an embedded trace: what it is, and the way to the whole page with the same scenario. */
export function EmbedBar() {
  const title = useSelect((state) => state.draft.title);
  const draft = useSelect((state) => state.draft);
  const [hash, setHash] = useState("");
  useEffect(() => {
    let newest = true;
    void encodeLink(documentFromDraft(draft, "names")).then((link) => (newest ? setHash(link) : undefined));
    return () => {
      newest = false;
    };
  }, [draft]);
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title === "" ? "Tool dispatch" : title}</h1>
      <a href={`/${hash}`} target="_blank" rel="noopener">
        Open in the playground
      </a>
    </header>
  );
}
