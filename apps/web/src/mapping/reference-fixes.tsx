import type { Explanation } from "@tool-dispatch/core";
import { useApp, useDispatch } from "../app-context.ts";
import type { CallView } from "../store/analysis.ts";
import { Button } from "../ui/button.tsx";
import { fixesOf, withReference } from "./fix-reference.ts";
import styles from "./reference-table.module.css";

/** References that would probably be right; a click writes one into Tools. */
export function ReferenceFixes({ view, explanation }: { readonly view: CallView; readonly explanation: Explanation }) {
  const { store, embedded, readOnly } = useApp();
  const dispatch = useDispatch();
  const fixes = fixesOf(explanation);
  if (embedded || readOnly || fixes.length === 0) return null;
  const apply = (reference: string) => {
    const { draft, analysis } = store.getState();
    const text = withReference(draft, analysis, view, explanation.key, reference);
    if (text !== undefined) dispatch({ type: "document-edited", document: "tools", text });
  };
  return (
    <div className={styles.fixes}>
      {fixes.map((reference) => (
        <Button key={reference} className={styles.fix} onClick={() => apply(reference)}>
          Use <code>{reference}</code>
        </Button>
      ))}
    </div>
  );
}
