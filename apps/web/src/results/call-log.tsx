import { useSelect } from "../app-context.ts";
import { shownRun } from "../store/shown-run.ts";
import styles from "./call-detail.module.css";

/** Lines shown at most; the newest ones. */
const MOST_SHOWN = 500;

/** What the handler wrote with `log`. */
export function CallLog({ path }: { readonly path: string }) {
  const logs = useSelect((state) => shownRun(state)?.logs);
  const own = (logs ?? []).filter((line) => line.run === path || line.run.startsWith(`${path}/`));
  if (own.length === 0) return <p className={styles.panel}>The handler wrote nothing with log(…).</p>;
  const shown = own.slice(-MOST_SHOWN);
  return (
    <div className={styles.panel}>
      {shown.length === own.length ? null : (
        <p>
          The last {MOST_SHOWN} of {own.length} lines.
        </p>
      )}
      <ol className={styles.log}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines only ever come behind the others
          <li key={index}>
            <span className={styles.level} data-level={line.level}>
              {line.level}
            </span>
            <span>{line.text}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
