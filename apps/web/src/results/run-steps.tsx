import { useSelect } from "../app-context.ts";
import type { StepView } from "../store/run-view.ts";
import { shownRun } from "../store/shown-run.ts";
import { Status, type Tone } from "../ui/status.tsx";
import styles from "./call-detail.module.css";
import { ErrorCard } from "./error-card.tsx";
import { preview } from "./preview.ts";
import { RequestBlock } from "./request-block.tsx";

/** Children of one step shown at most. */
const MOST_CHILDREN = 20;

/** The steps of a run, phase by phase; below each step the runs that it started. */
export function RunSteps({ path }: { readonly path: string }) {
  const steps = useSelect((state) => shownRun(state)?.steps);
  const own = (steps ?? []).filter((step) => step.run === path);
  if (own.length === 0) return <p>No step has run.</p>;
  const phases = [...new Set(own.map((step) => step.phase))].sort((a, b) => a - b);
  return (
    <ol className={styles.phases}>
      {phases.map((phase) => (
        <li key={phase} className={styles.phase}>
          <h3 className={styles.phaseName}>Phase {phase + 1}</h3>
          <ul className={styles.phaseSteps}>
            {own
              .filter((step) => step.phase === phase)
              .map((step) => (
                <Step key={step.step} step={step} all={steps ?? []} />
              ))}
          </ul>
        </li>
      ))}
    </ol>
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

function Step({ step, all }: { readonly step: StepView; readonly all: readonly StepView[] }) {
  const children = childRuns(step, all);
  return (
    <li className={styles.step}>
      <div className={styles.stepLine}>
        <span className={styles.code}>
          <strong>{step.step}</strong> <span className={styles.level}>{step.node}</span>
        </span>
        <Status tone={TONES[step.status]}>{step.status}</Status>
        {step.attempt > 1 ? <span>{step.attempt} attempts</span> : null}
        {step.durationMs === undefined || step.status === "skipped" ? null : (
          <span className={styles.level}>{step.durationMs.toFixed(1)} ms</span>
        )}
        {step.reason === undefined ? null : <span className={styles.level}>{step.reason}</span>}
        {step.output === undefined ? null : <span className={styles.code}>{preview(step.output, 90)}</span>}
      </div>
      {step.error === undefined ? null : (
        <ErrorCard title={`Step ${step.step} failed`} text={step.error} where={step.where} />
      )}
      {step.request === undefined ? null : <RequestBlock request={step.request} />}
      {children.slice(0, MOST_CHILDREN).map((path) => (
        <details key={path} className={styles.child}>
          <summary>
            Run {path.slice(path.lastIndexOf("/") + 1)} of {step.step}
          </summary>
          <RunSteps path={path} />
        </details>
      ))}
      {children.length > MOST_CHILDREN ? <p>{children.length - MOST_CHILDREN} more runs.</p> : null}
    </li>
  );
}

function childRuns(step: StepView, all: readonly StepView[]): readonly string[] {
  const prefix = `${step.run}/${step.step}/`;
  const direct = all
    .map((one) => one.run)
    .filter((run) => run.startsWith(prefix) && !run.slice(prefix.length).includes("/"));
  return [...new Set(direct)];
}
