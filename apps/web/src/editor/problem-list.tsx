import { useDispatch, useSelect } from "../app-context.ts";
import type { DocumentName } from "../store/draft.ts";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./documents-pane.module.css";

/** What is to be said about a document, under its editor. */
export function ProblemList({ document }: { readonly document: DocumentName }) {
  const problems = useSelect((state) => state.analysis.problems);
  const dispatch = useDispatch();
  const own = problems.filter((problem) => problem.where?.document === document);
  if (own.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Problems">
      {own.map((problem) => (
        <li
          key={`${problem.code} ${problem.message}`}
          className={problem.severity === "error" ? styles.error : styles.warning}
        >
          {problem.range === undefined ? null : (
            <button
              type="button"
              className={styles.place}
              onClick={() => {
                if (problem.range !== undefined)
                  dispatch({ type: "spot-wanted", spot: { document, range: problem.range } });
              }}
            >
              {problem.where?.line}:{problem.where?.column}
            </button>
          )}
          <Sentence text={problem.message} />
        </li>
      ))}
    </ul>
  );
}
