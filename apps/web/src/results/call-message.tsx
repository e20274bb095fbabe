import type { CallRunView } from "../store/run-view.ts";
import styles from "./call-detail.module.css";
import { ValueBlock } from "./value-block.tsx";

/** The chat message that goes back to the model. */
export function CallMessage({ call }: { readonly call: CallRunView | undefined }) {
  const outcome = call?.outcome;
  if (outcome === undefined || !("message" in outcome)) {
    return <p className={styles.panel}>There is no message: this call has not come to a result.</p>;
  }
  return (
    <div className={styles.panel}>
      <p className={styles.lede}>This is all that the model sees of the call. A handler's error is not part of it.</p>
      <ValueBlock title="Content" value={outcome.message.get("content") ?? ""} file="content.txt" />
      <ValueBlock title="Tool message" value={outcome.message} file="message.json" />
    </div>
  );
}
