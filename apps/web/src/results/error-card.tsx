import type { FlowPlace } from "@tool-dispatch/core";
import { useApp, useDispatch } from "../app-context.ts";
import { documentOf } from "../store/draft.ts";
import { lineRange } from "../store/line-range.ts";
import styles from "./error-card.module.css";

export interface ErrorCardProps {
  readonly title: string;
  readonly text: string;
  readonly where?: FlowPlace | undefined;
}

/** What failed, in the words that the run gives, with the way to its line. */
export function ErrorCard({ title, text, where }: ErrorCardProps) {
  const { store } = useApp();
  const dispatch = useDispatch();
  const go = (place: FlowPlace) => {
    const document = `flow:${place.file}` as const;
    const range = lineRange(documentOf(store.getState().draft, document), place.line);
    dispatch({ type: "spot-wanted", spot: { document, range } });
  };
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
      {where === undefined ? null : (
        <button type="button" className={styles.place} onClick={() => go(where)}>
          {where.file}:{where.line}
        </button>
      )}
    </section>
  );
}
