import type { CallView } from "../store/analysis.ts";
import type { CallRunView } from "../store/run-view.ts";
import styles from "./call-detail.module.css";
import { CallError } from "./call-error.tsx";
import { ValueBlock } from "./value-block.tsx";

const ORIGINS = {
  tool_result_value: "The result is the handler's tool_result_value.",
  tool_result_text: "The result is the handler's tool_result_text.",
  context:
    "The handler set neither tool_result_value nor tool_result_text, so the result is its whole context: inputs and call metadata included. The model gets all of it.",
  unsupported: "No tool is mapped under this name, so no handler ran.",
} as const;

interface CallResultProps {
  readonly view: CallView;
  readonly call: CallRunView | undefined;
}

/** The result of a call and where it came from. */
export function CallResult({ view, call }: CallResultProps) {
  const outcome = call?.outcome;
  if (outcome === undefined) return <p className={styles.panel}>This call has not run yet.</p>;
  if (outcome.status === "error") {
    return (
      <div className={styles.panel}>
        <CallError title="This call ended the step" text={outcome.error} view={view} call={call} />
      </div>
    );
  }
  if (outcome.status === "cancelled") return <p className={styles.panel}>The run was cancelled during this call.</p>;
  if (outcome.status === "not-run") return <p className={styles.panel}>Not run: an earlier call ended the step.</p>;
  const error = outcome.entry.get("error");
  return (
    <div className={styles.panel}>
      {typeof error === "string" ? <CallError title="The handler failed" text={error} view={view} call={call} /> : null}
      <p className={outcome.origin === "context" ? `${styles.lede} ${styles.warn}` : styles.lede}>
        {outcome.origin === "context" ? "△ " : ""}
        {ORIGINS[outcome.origin]}
      </p>
      <ValueBlock title="Result" value={outcome.entry.get("result") ?? null} file="result.json" />
    </div>
  );
}
