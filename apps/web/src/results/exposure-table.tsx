import { type CallReport, type Exposure, type ExposureStation, exposureReport } from "@tool-dispatch/core";
import { useCallback, useState } from "react";
import { useApp, useSelect } from "../app-context.ts";
import { type Answered, useAnswer } from "../reading/use-answer.ts";
import { areHeavy } from "../reading/weighs.ts";
import { secretsObject } from "../store/draft.ts";
import { shownRun } from "../store/shown-run.ts";
import { SecretName } from "../ui/lock.tsx";
import { LongRows } from "../ui/long-rows.tsx";
import { isLong, type RowPlace, tableSize } from "../ui/row-place.ts";
import { Status } from "../ui/status.tsx";
import styles from "./exposure-table.module.css";

const STATIONS: readonly { readonly station: ExposureStation; readonly label: string }[] = [
  { station: "child-context", label: "Handler" },
  { station: "result", label: "Result" },
  { station: "message", label: "Model" },
  { station: "error", label: "Error" },
];

/** Of a row, and of the head above the rows. */
const ROW_PX = 31;
const HEAD_PX = 31;

/** For every value of the context and every secret: where it went. */
export function ExposureTable() {
  const result = useSelect((state) => shownRun(state)?.result);
  const calls = result !== undefined && "calls" in result ? result.calls : undefined;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { answer: report, old } = useReport(calls);
  if (calls === undefined) return <p className={styles.root}>Nothing has run yet.</p>;
  if (report === undefined) return <p className={styles.root}>Looking for the values …</p>;
  if (report.length === 0) return <p className={styles.root}>There is nothing in the context and no secret.</p>;
  const seen = report.filter((one) => one.hits.some((hit) => hit.station === "message")).length;
  return (
    <div className={styles.root}>
      <p>
        {seen === 0
          ? "No value of the context reaches the model."
          : `${seen} of ${report.length} values reach the model.`}{" "}
        A value that a handler changes is not recognised.{old ? " △ Looking for the values of now …" : ""}
      </p>
      <div className={styles.scroll} ref={setScroller} data-long={isLong(report.length)} {...scrollable(report.length)}>
        <table className={styles.table} {...tableSize(report.length)}>
          <caption className="visually-hidden">Where each value of the context and each secret went</caption>
          <thead>
            <tr>
              <th scope="col">Value</th>
              {STATIONS.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <LongRows element="tr" count={report.length} rowPx={ROW_PX} headPx={HEAD_PX} scroller={scroller}>
              {(index, place) => {
                const exposure = report[index];
                return exposure === undefined ? null : <ExposureRow key={index} exposure={exposure} place={place} />;
              }}
            </LongRows>
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** Of large results in a worker: every value of the context is looked for in every text. */
function useReport(calls: readonly CallReport[] | undefined): Answered<readonly Exposure[]> {
  const { desk } = useApp();
  const text = useSelect((state) => state.analysis.context.text);
  const { value, outlined } = useSelect((state) => state.analysis.context.value);
  const secrets = useSelect((state) => state.draft.secrets);
  const whole = outlined === undefined ? value : undefined;
  const ask = useCallback(() => {
    const overlay = secretsObject(secrets, "values");
    if (calls === undefined) return [];
    if (whole === undefined || areHeavy(calls)) return desk.exposure(text, overlay, calls);
    return exposureReport({ context: whole, secrets: overlay, calls });
  }, [desk, text, whole, secrets, calls]);
  return useAnswer(ask);
}

/** Rows hold nothing that takes the focus, so what scrolls them must. */
function scrollable(rows: number) {
  return isLong(rows) ? { tabIndex: 0, role: "group", "aria-label": "Values" } : {};
}

function nameOf(path: string): string {
  return path.slice(1).replaceAll("/", " › ");
}

function ExposureRow({ exposure, place }: { readonly exposure: Exposure; readonly place: RowPlace }) {
  const { origin, path, hits, traced } = exposure;
  return (
    <tr {...place}>
      <th scope="row" className={styles.path}>
        {origin === "secret" ? <SecretName name={nameOf(path)} /> : nameOf(path)}
      </th>
      {STATIONS.map(({ station, label }) => {
        const here = hits.filter((hit) => hit.station === station);
        const calls = [...new Set(here.map((hit) => hit.call))];
        if (calls.length === 0) {
          return (
            <td key={label} className={styles.none}>
              {traced || station === "child-context" ? "–" : "not traced"}
            </td>
          );
        }
        return (
          <td key={label}>
            <Status tone={station === "child-context" ? "quiet" : "doubtful"}>{`call ${calls.join(", ")}`}</Status>
            {here.every((hit) => hit.alsoInCall) ? <div className={styles.none}>stands in the call too</div> : null}
          </td>
        );
      })}
    </tr>
  );
}
