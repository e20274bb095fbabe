import { useSelect } from "../app-context.ts";
import type { StepView } from "../store/run-view.ts";
import { shownRun } from "../store/shown-run.ts";
import { Status, type Tone } from "../ui/status.tsx";
import styles from "./call-detail.module.css";
import { ErrorCard } from "./error-card.tsx";
import { preview } from "./preview.ts";

/** The steps of a handler flow, phase by phase. */
export function CallSteps({ path }: { readonly path: string }) {
  const steps = useSelect((state) => shownRun(state)?.steps);
  const own = (steps ?? []).filter((step) => step.run === path);
  if (own.length === 0) return <p className={styles.panel}>No step has run for this call.</p>;
  const failed = own.filter((step) => step.error !== undefined);
  return (
    <div className={styles.panel}>
      <table className={styles.steps}>
        <caption className="visually-hidden">Steps of the handler flow</caption>
        <thead>
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Step</th>
            <th scope="col">Status</th>
            <th scope="col">Attempts</th>
            <th scope="col">Output</th>
          </tr>
        </thead>
        <tbody>
          {own.map((step) => (
            <StepRow key={step.step} step={step} />
          ))}
        </tbody>
      </table>
      {failed.map((step) => (
        <ErrorCard key={step.step} title={`Step ${step.step} failed`} text={step.error ?? ""} where={step.where} />
      ))}
    </div>
  );
}

const TONES: Record<StepView["status"], Tone> = {
  success: "good",
  failed: "bad",
  skipped: "quiet",
  cancelled: "doubtful",
  running: "quiet",
  pending: "quiet",
};

function StepRow({ step }: { readonly step: StepView }) {
  return (
    <tr>
      <td>{step.phase + 1}</td>
      <td className={styles.code}>
        {step.step} <span className={styles.level}>{step.node}</span>
      </td>
      <td>
        <Status tone={TONES[step.status]}>{step.status}</Status>
        {step.reason === undefined ? null : <div className={styles.level}>{step.reason}</div>}
      </td>
      <td>{step.attempt}</td>
      <td className={styles.code}>{step.output === undefined ? "" : preview(step.output, 80)}</td>
    </tr>
  );
}
