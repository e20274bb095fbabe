import { useSelect } from "../app-context.ts";
import { shownRun } from "../store/shown-run.ts";
import styles from "./call-detail.module.css";
import { CallLog } from "./call-log.tsx";
import { ErrorCard } from "./error-card.tsx";
import { RunSteps } from "./run-steps.tsx";

/** A main flow as it ran: its steps by phases, their children, and what was logged. */
export function FlowTrace() {
  const result = useSelect((state) => shownRun(state)?.result);
  const refused = result?.kind === "flow" && result.status === undefined ? result.error : undefined;
  return (
    <div className={styles.panel}>
      {refused === undefined ? <RunSteps path="" /> : <ErrorCard title="The flow could not start" text={refused} />}
      <h2 className={styles.heading}>Log</h2>
      <CallLog path="" />
    </div>
  );
}
