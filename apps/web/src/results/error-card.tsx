import type { FlowPlace } from "@tool-dispatch/core";
import type { ReactNode } from "react";
import { useApp } from "../app-context.ts";
import { Way } from "../mapping/way.tsx";
import { documentOf } from "../store/draft.ts";
import { lineRange } from "../store/line-range.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./error-card.module.css";
import { shownText } from "./shown-text.ts";

/** Characters of an error shown at most: an error may quote a whole result. */
const MOST_SHOWN = 4_000;

export interface ErrorCardProps {
  readonly title: string;
  readonly text: string;
  readonly where?: FlowPlace | undefined;
  /** What else is known of it, below its text. */
  readonly children?: ReactNode;
}

/** What failed, in the words that the run gives, with the way to its line. */
export function ErrorCard({ title, text, where, children }: ErrorCardProps) {
  const { store } = useApp();
  const shown = shownText(text, MOST_SHOWN);
  const spotOf = (place: FlowPlace) => {
    const document = `flow:${place.file}` as const;
    return { document, range: lineRange(documentOf(store.getState().draft, document), place.line) };
  };
  return (
    <section className={styles.card} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{shown.start}</p>
      {shown.whole ? null : (
        <p className={styles.rest}>
          … the first {MOST_SHOWN.toLocaleString("en")} of {text.length.toLocaleString("en")} characters.{" "}
          <CopyButton label="Copy all" text={() => text} />
        </p>
      )}
      {where === undefined ? null : (
        <Way className={styles.place} to={() => spotOf(where)}>
          {where.file}:{where.line}
        </Way>
      )}
      {children}
    </section>
  );
}
