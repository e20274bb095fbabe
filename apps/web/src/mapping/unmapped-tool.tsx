import { useApp, useSelect } from "../app-context.ts";
import { ProblemFix } from "../editor/problem-fix.tsx";
import type { CallView } from "../store/analysis.ts";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./reference-table.module.css";

/** In place of the inputs of a call whose tool is not mapped: so it is, and the name that was probably meant. */
export function UnmappedTool({ view }: { readonly view: CallView }) {
  const { embedded, readOnly } = useApp();
  const text = useSelect((state) => state.draft.calls);
  const near = useSelect((state) =>
    state.analysis.problems.find(({ code, range }) => code === "did_you_mean" && isIn(view, range?.start)),
  );
  return (
    <div className={styles.empty}>
      <p>No tool is mapped under the name {view.name}, so no handler runs for this call.</p>
      {near === undefined ? null : (
        <p className={styles.note}>
          △ <Sentence text={near.message} />
        </p>
      )}
      {near?.fix === undefined || embedded || readOnly ? null : (
        <ProblemFix document="calls" text={text} fix={near.fix} />
      )}
    </div>
  );
}

function isIn({ node }: CallView, offset: number | undefined): boolean {
  return node !== undefined && offset !== undefined && node.range.start <= offset && offset < node.range.end;
}
