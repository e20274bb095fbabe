import { useMemo, useState } from "react";
import type { KeptRun } from "../store/kept-run.ts";
import { type CallComparison, compareRuns, type PartDifference } from "./compare-runs.ts";
import styles from "./history-dialog.module.css";
import { lineChanges } from "./line-changes.ts";
import { outcomeWords, timeWords } from "./run-words.ts";

/** Which two runs, and what became different. `runs`: newest first, two at least. */
export function CompareForm({ runs }: { readonly runs: readonly KeptRun[] }) {
  const [numbers, setNumbers] = useState({ before: runs[1]?.number ?? 0, after: runs[0]?.number ?? 0 });
  const before = runs.find((run) => run.number === numbers.before);
  const after = runs.find((run) => run.number === numbers.after);
  return (
    <section className={styles.compare} aria-labelledby="compare-title">
      <h3 id="compare-title">What became different</h3>
      <div className={styles.choice}>
        <RunChoice
          label="From"
          runs={runs}
          chosen={numbers.before}
          onChoose={(number) => setNumbers({ ...numbers, before: number })}
        />
        <RunChoice
          label="To"
          runs={runs}
          chosen={numbers.after}
          onChoose={(number) => setNumbers({ ...numbers, after: number })}
        />
      </div>
      {before === undefined || after === undefined ? (
        <p>One of the two is not kept any more.</p>
      ) : (
        <Comparison before={before} after={after} />
      )}
    </section>
  );
}

interface RunChoiceProps {
  readonly label: string;
  readonly runs: readonly KeptRun[];
  readonly chosen: number;
  readonly onChoose: (number: number) => void;
}

function RunChoice({ label, runs, chosen, onChoose }: RunChoiceProps) {
  return (
    <label className={styles.field}>
      {label}
      <select value={chosen} onChange={(event) => onChoose(Number(event.target.value))}>
        {runs.map(({ number, run }) => (
          <option key={number} value={number}>
            Run {number}, {timeWords(run)}, {outcomeWords(run).word}
          </option>
        ))}
      </select>
    </label>
  );
}

function Comparison({ before, after }: { readonly before: KeptRun; readonly after: KeptRun }) {
  const { whole, calls, alike } = useMemo(() => compareRuns(before, after), [before, after]);
  const same = `${alike} ${alike === 1 ? "call is" : "calls are"} alike.`;
  if (whole.length === 0 && calls.length === 0) return <p role="status">Nothing: {same}</p>;
  return (
    <>
      <p role="status">
        {calls.length} {calls.length === 1 ? "call differs" : "calls differ"}; {same}
      </p>
      {whole.length === 0 ? null : <Differences title="The step" differences={whole} />}
      {calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids may repeat, and a comparison never reorders
        <Differences key={index} title={callTitle(call)} differences={call.differences} />
      ))}
    </>
  );
}

const PRESENCE = { both: "", before: ": gone", after: ": new" } as const;

function callTitle({ name, id, presence }: CallComparison): string {
  return `${name}, ${id === "" ? "empty id" : id}${PRESENCE[presence]}`;
}

interface DifferencesProps {
  readonly title: string;
  readonly differences: readonly PartDifference[];
}

function Differences({ title, differences }: DifferencesProps) {
  return (
    <section aria-label={title} className={styles.differences}>
      <h4>{title}</h4>
      {differences.map(({ part, before, after }) => (
        <div key={part} className={styles.difference}>
          <span className={styles.part}>{part}</span>
          <Lines before={before} after={after} />
        </div>
      ))}
    </section>
  );
}

const SIGNS = { same: " ", added: "+", removed: "−" } as const;
const WORDS = { same: "", added: "added: ", removed: "removed: " } as const;

function Lines({ before, after }: { readonly before: string | undefined; readonly after: string | undefined }) {
  const changes = useMemo(() => lineChanges(ended(before), ended(after)), [before, after]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.lines} tabIndex={0}>
      {changes.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change is its place in the text
        <span key={index} className={styles[kind]}>
          <span className="visually-hidden">{WORDS[kind]}</span>
          {text
            .replace(/\n$/, "")
            .split("\n")
            .map((line) => `${SIGNS[kind]} ${line}\n`)
            .join("")}
        </span>
      ))}
    </pre>
  );
}

/** With the end of its last line, so that it is compared as the same line when others follow. */
function ended(text: string | undefined): string {
  if (text === undefined) return "";
  return text.endsWith("\n") ? text : `${text}\n`;
}
