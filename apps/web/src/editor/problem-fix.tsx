import type { SuggestedFix } from "@tool-dispatch/core";
import { useDispatch } from "../app-context.ts";
import type { DocumentName } from "../store/draft.ts";
import { Button } from "../ui/button.tsx";
import { changeOf } from "./change-of.ts";
import styles from "./documents-pane.module.css";

export interface ProblemFixProps {
  readonly document: DocumentName;
  /** The document's present text. */
  readonly text: string;
  readonly fix: SuggestedFix;
}

/** What a fix would change, as a difference, and the button that makes it so. */
export function ProblemFix({ document, text, fix }: ProblemFixProps) {
  const dispatch = useDispatch();
  return (
    <span className={styles.fix}>
      <Button className={styles.fixButton} onClick={() => dispatch({ type: "fix-taken", document, edits: fix.edits })}>
        {fix.label}
      </Button>
      {fix.edits.map((edit) => {
        const { before, removed, added, after } = changeOf(
          readable(text.slice(edit.range.start, edit.range.end)),
          readable(edit.text),
        );
        return (
          <span key={edit.range.start} className={styles.change}>
            {before}
            {removed === "" ? null : <del>{removed}</del>}
            {added === "" ? null : <ins>{added}</ins>}
            {after}
          </span>
        );
      })}
    </span>
  );
}

/** The content of a JSON string, which is easier to compare than its escapes. */
function readable(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}
