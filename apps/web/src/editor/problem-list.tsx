import { useDispatch, useSelect } from "../app-context.ts";
import { type DocumentName, documentOf } from "../store/draft.ts";
import { findingsOf } from "../store/findings-of.ts";
import { lineRange } from "../store/line-range.ts";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./documents-pane.module.css";
import { ProblemFix } from "./problem-fix.tsx";

/** What is to be said about a document, under its editor. */
export function ProblemList({ document }: { readonly document: DocumentName }) {
  const problems = useSelect((state) => state.analysis.problems);
  const dispatch = useDispatch();
  const own = problems.filter((problem) => problem.where?.document === document);
  const findings = useSelect((state) => findingsOf(state, document));
  const lines = useSelect((state) => documentOf(state.draft, document));
  if (own.length === 0 && findings === undefined) return null;
  const go = (line: number) => dispatch({ type: "spot-wanted", spot: { document, range: lineRange(lines, line) } });
  const found = [...(findings?.errors ?? []), ...(findings?.warnings ?? [])];
  if (own.length + found.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label="Problems">
      {own.map((problem) => (
        <li
          key={`${problem.code} ${problem.range?.start ?? ""} ${problem.message}`}
          className={styles[problem.severity ?? "warning"]}
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
          {problem.fix === undefined ? null : <ProblemFix document={document} text={lines} fix={problem.fix} />}
        </li>
      ))}
      {findings?.errors.map((error) => (
        <li key={error} className={styles.error}>
          {error}
        </li>
      ))}
      {findings?.warnings.map(({ message, line, column, step }) => (
        <li key={`${line}:${column}${step ?? ""}`} className={styles.warning}>
          {step === undefined ? (
            <button type="button" className={styles.place} onClick={() => go(line)}>
              {line}:{column}
            </button>
          ) : (
            <span className={styles.place}>
              {step} {line}:{column}
            </span>
          )}
          <Sentence text={message} />
        </li>
      ))}
    </ul>
  );
}
