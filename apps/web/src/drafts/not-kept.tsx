import { prettyJson } from "@tool-dispatch/core";
import { useSelect } from "../app-context.ts";
import { documentFromDraft } from "../store/draft.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./not-kept.module.css";

/** Says that the draft is not safe, and how to make it so. */
export function NotKept() {
  const kept = useSelect((state) => state.kept);
  const draft = useSelect((state) => state.draft);
  if (kept === "kept") return null;
  return (
    <div role="status" aria-label="Storage" className={styles.warning}>
      <span>
        △{" "}
        {kept === "full"
          ? "This browser's storage is full, so changes are kept only until this page is closed. Forget other drafts, or copy this one."
          : "This browser keeps nothing for this page, so the draft lasts only until it is closed. Copy it to keep it."}
      </span>
      <CopyButton label="Copy the draft" text={() => `${prettyJson(documentFromDraft(draft, "names"))}\n`} />
    </div>
  );
}
