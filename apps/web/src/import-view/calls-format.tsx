import { FORMAT_NAMES, FORMAT_TITLES, type ImportedCalls, isFormatName } from "@tool-dispatch/core";
import { useDispatch, useSelect } from "../app-context.ts";
import { importOptions } from "../store/read-calls-text.ts";
import styles from "./calls-format.module.css";
import { PasteAs } from "./paste-as.tsx";

/** Above the Calls text: as what it was read, and which of its turns was taken. Both can be chosen. */
export function CallsFormat() {
  const imported = useSelect((state) => state.analysis.calls.value);
  const rest = useSelect((state) => state.draft.rest);
  const empty = useSelect((state) => state.draft.calls.trim() === "");
  const dispatch = useDispatch();
  const asked = importOptions(rest);
  const chooseFormat = (name: string) =>
    dispatch({ type: "import-chosen", choice: isFormatName(name) ? { format: name } : {} });
  const chooseTurn = (turn: string) =>
    dispatch({ type: "import-chosen", choice: { format: asked.format, turn: turn === "" ? undefined : Number(turn) } });
  return (
    <div className={styles.bar}>
      <label className={styles.field}>
        <span>Read as</span>
        <select value={asked.format ?? ""} onChange={(event) => chooseFormat(event.target.value)}>
          <option value="">{empty ? "Whatever is pasted" : detected(imported)}</option>
          {FORMAT_NAMES.map((name) => (
            <option key={name} value={name}>
              {FORMAT_TITLES[name]}
            </option>
          ))}
        </select>
      </label>
      {imported.turns.length < 2 ? null : (
        <label className={styles.field}>
          <span>Turn</span>
          <select
            value={asked.turn === undefined ? "" : String(asked.turn + 1)}
            onChange={(event) => chooseTurn(event.target.value)}
          >
            <option value="">
              {imported.turn + 1} of {imported.turns.length}
            </option>
            {shownTurns(imported).map(({ number, label }) => (
              <option key={number} value={number}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <PasteAs />
    </div>
  );
}

function detected(imported: ImportedCalls): string {
  const sure = imported.confidence === "certain" ? "" : ", likely";
  const streamed = imported.assembled ? ", streamed" : "";
  return `${FORMAT_TITLES[imported.format]} (detected${sure}${streamed})`;
}

/** A list of thousands of turns helps nobody: the last ones are what a log is read for. */
const MOST_TURNS = 200;

function shownTurns({ turns }: ImportedCalls): readonly { readonly number: number; readonly label: string }[] {
  const from = Math.max(0, turns.length - MOST_TURNS);
  return turns.slice(from).map((turn, index) => {
    const number = from + index + 1;
    const calls = turn.calls === 1 ? "1 call" : `${turn.calls} calls`;
    const answered = turn.answered ? ", answered" : "";
    const choice = turn.choice === undefined ? "" : `, choice ${turn.choice}`;
    return { number, label: `${number}: line ${turn.line}, ${calls}${choice}${answered}` };
  });
}
