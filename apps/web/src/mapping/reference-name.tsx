import type { Explanation } from "@tool-dispatch/core";
import { useApp } from "../app-context.ts";
import type { CallView } from "../store/analysis.ts";
import { spotOfReference } from "../store/source-spots.ts";
import styles from "./reference-table.module.css";
import { Way } from "./way.tsx";

/** The reference's text; a click goes to it in Tools. */
export function ReferenceName({ view, explanation }: { readonly view: CallView; readonly explanation: Explanation }) {
  const { store } = useApp();
  const { reference, key } = explanation;
  return (
    <Way className={styles.reference} to={() => spotOfReference(store.getState().analysis, view, key)}>
      {reference === undefined ? "as it stands" : reference === "" ? '""' : reference}
    </Way>
  );
}
