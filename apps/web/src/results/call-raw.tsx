import { useMemo } from "react";
import type { CallView } from "../store/analysis.ts";
import styles from "./call-detail.module.css";
import { ValueBlock } from "./value-block.tsx";

/** The call as pasted beside the call as the handler's references see it. */
export function CallRaw({ view }: { readonly view: CallView }) {
  const raw = view.call.get("raw_call");
  const normalised = useMemo(() => new Map([...view.call].filter(([key]) => key !== "raw_call")), [view]);
  return (
    <div className={`${styles.panel} ${styles.side}`}>
      {raw === undefined ? null : <ValueBlock title="As pasted" value={raw} file={`call-${view.index}-pasted.json`} />}
      <ValueBlock title="Normalised" value={normalised} file={`call-${view.index}.json`} />
    </div>
  );
}
