import type { Explanation } from "@tool-dispatch/core";
import { useApp, useDispatch } from "../app-context.ts";
import type { CallView } from "../store/analysis.ts";
import { spotOfReference } from "../store/source-spots.ts";
import styles from "./reference-table.module.css";

/** The reference's text; a click goes to it in Tools. */
export function ReferenceName({ view, explanation }: { readonly view: CallView; readonly explanation: Explanation }) {
  const { store } = useApp();
  const dispatch = useDispatch();
  const { reference, key } = explanation;
  const find = () => spotOfReference(store.getState().analysis, view, key);
  const go = () => {
    const spot = find();
    if (spot !== undefined) dispatch({ type: "spot-wanted", spot });
  };
  return (
    <button
      type="button"
      className={styles.reference}
      onClick={go}
      onMouseEnter={() => dispatch({ type: "spot-hovered", spot: find() })}
      onMouseLeave={() => dispatch({ type: "spot-hovered", spot: undefined })}
    >
      {reference === undefined ? "as it stands" : reference === "" ? '""' : reference}
    </button>
  );
}
