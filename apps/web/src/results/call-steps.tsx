import styles from "./call-detail.module.css";
import { RunSteps } from "./run-steps.tsx";

/** The steps of the handler flow of a call. */
export function CallSteps({ path }: { readonly path: string }) {
  return (
    <div className={styles.panel}>
      <RunSteps path={path} />
    </div>
  );
}
