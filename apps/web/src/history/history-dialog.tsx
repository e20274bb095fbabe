import { useDispatch, useSelect } from "../app-context.ts";
import type { KeptRun } from "../store/kept-run.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Late } from "../ui/late.tsx";
import { latePart } from "../ui/late-part.ts";
import { Status } from "../ui/status.tsx";
import styles from "./history-dialog.module.css";
import { changedWords, durationWords, hostWords, outcomeWords, timeWords } from "./run-words.ts";

/** Comes with its library once two runs are there to be compared. */
const compareForm = latePart(async () => (await import("./compare-form.tsx")).CompareForm);

/** The runs of this page, newest first, and what became different between two of them. */
export function HistoryDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  return (
    <Dialog title="Runs of this page" open={open} onClose={onClose} wide>
      {open ? <History onClose={onClose} /> : null}
    </Dialog>
  );
}

function History({ onClose }: { readonly onClose: () => void }) {
  const history = useSelect((state) => state.history);
  const runs = history.toReversed();
  if (runs.length === 0) return <p>No run has ended yet.</p>;
  return (
    <>
      <p>
        The last 50 runs, and those that are pinned. They live as long as this page; values of secrets are not among
        what is kept.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="List of runs">
        <table className={styles.table}>
          <caption className="visually-hidden">Runs</caption>
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col">Began</th>
              <th scope="col">Outcome</th>
              <th scope="col">Took</th>
              <th scope="col">Where</th>
              <th scope="col">Changed before it</th>
              <th scope="col">
                <span className="visually-hidden">Keep</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {runs.map((kept, index) => (
              <RunRow key={kept.number} kept={kept} newest={index === 0} onClose={onClose} />
            ))}
          </tbody>
        </table>
      </section>
      {runs.length < 2 ? (
        <p>Two runs can be compared once there are two.</p>
      ) : (
        <Late part={compareForm} waiting={<p>Loading …</p>}>
          {(CompareForm) => <CompareForm runs={runs} />}
        </Late>
      )}
    </>
  );
}

interface RunRowProps {
  readonly kept: KeptRun;
  readonly newest: boolean;
  readonly onClose: () => void;
}

function RunRow({ kept, newest, onClose }: RunRowProps) {
  const dispatch = useDispatch();
  const { run, number, pinned } = kept;
  const { tone, word } = outcomeWords(run);
  const open = () => {
    dispatch(newest ? { type: "old-run-closed" } : { type: "old-run-opened", number });
    onClose();
  };
  return (
    <tr>
      <th scope="row">
        <Button onClick={open}>Open run {number}</Button>
      </th>
      <td>{timeWords(run)}</td>
      <td>
        <Status tone={tone}>{word}</Status>
      </td>
      <td className={styles.number}>{durationWords(run)}</td>
      <td>{hostWords(run)}</td>
      <td className={styles.changed}>{changedWords(kept)}</td>
      <td>
        <Button
          look="plain"
          aria-pressed={pinned}
          aria-label={`Pin run ${number}`}
          onClick={() => dispatch({ type: "run-pinned", number, pinned: !pinned })}
        >
          {pinned ? "Pinned" : "Pin"}
        </Button>
      </td>
    </tr>
  );
}
