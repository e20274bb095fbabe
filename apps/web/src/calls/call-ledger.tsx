import { useState } from "react";
import { useDispatch, useSelect } from "../app-context.ts";
import type { CallView } from "../store/analysis.ts";
import type { CallRunView } from "../store/run-view.ts";
import { classes } from "../ui/classes.ts";
import { LongRows } from "../ui/long-rows.tsx";
import { isLong, type RowPlace, tableSize } from "../ui/row-place.ts";
import { Status } from "../ui/status.tsx";
import styles from "./call-ledger.module.css";
import { callStatus } from "./call-status.ts";

/** Of a row, and of the head above the rows. */
const ROW_PX = 34;
const HEAD_PX = 30;

/** A row per call: what it is, how it went, how many of its references look wrong. */
export function CallLedger() {
  const views = useSelect((state) => state.analysis.views);
  const chosen = useSelect((state) => state.call);
  const runs = useSelect((state) => (state.run?.status === "ended" ? state.run : (state.settled ?? state.run))?.calls);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  if (views.length === 0) {
    return <p className={styles.empty}>No tool calls yet. Paste what the model produced into Calls.</p>;
  }
  return (
    <div className={styles.scroll} ref={setScroller} data-long={isLong(views.length)}>
      <table className={styles.table} {...tableSize(views.length)}>
        <caption className="visually-hidden">Tool calls</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.position}>
              #
            </th>
            <th scope="col">Tool</th>
            <th scope="col" className={styles.wide}>
              Id
            </th>
            <th scope="col">Status</th>
            <th scope="col">References</th>
            <th scope="col" className={styles.wide}>
              Handler
            </th>
            <th scope="col" className={classes(styles.number, styles.wide)}>
              Time
            </th>
          </tr>
        </thead>
        <tbody>
          <LongRows
            element="tr"
            count={views.length}
            rowPx={ROW_PX}
            headPx={HEAD_PX}
            scroller={scroller}
            shown={chosen}
          >
            {(index, place) => {
              const view = views[index];
              if (view === undefined) return null;
              return (
                <CallRow key={index} view={view} run={runs?.get(view.index)} chosen={index === chosen} place={place} />
              );
            }}
          </LongRows>
        </tbody>
      </table>
    </div>
  );
}

interface CallRowProps {
  readonly view: CallView;
  readonly run: CallRunView | undefined;
  readonly chosen: boolean;
  readonly place: RowPlace;
}

function CallRow({ view, run, chosen, place }: CallRowProps) {
  const dispatch = useDispatch();
  const choose = () => dispatch({ type: "call-chosen", call: view.index });
  const { tone, word } = callStatus(view, run);
  return (
    <tr {...place} className={classes(styles.row, chosen && styles.chosen)} onClick={choose}>
      <td>{view.index}</td>
      <td>
        <button type="button" className={styles.tool} aria-pressed={chosen} onClick={choose}>
          {view.name}
        </button>
      </td>
      <td className={classes(styles.id, styles.wide)}>{view.id === "" ? "(empty)" : view.id}</td>
      <td>
        <Status tone={tone}>{word}</Status>
      </td>
      <td>
        {view.suspicious === 0 ? "clear" : <span className={styles.suspicious}>△ {view.suspicious} to look at</span>}
      </td>
      <td className={classes(styles.id, styles.wide)}>{view.flow ?? "none"}</td>
      <td className={classes(styles.number, styles.wide)}>{duration(run?.durationMs)}</td>
    </tr>
  );
}

function duration(ms: number | undefined): string {
  if (ms === undefined) return "";
  return ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(2)} s`;
}
