import type { Json } from "@tool-dispatch/core";
import { useMemo } from "react";
import { saveFile } from "../export/save-file.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { typeLabel } from "./preview.ts";
import { shownText } from "./shown-text.ts";
import { useLength } from "./use-length.ts";
import styles from "./value-block.module.css";

export interface ValueBlockProps {
  readonly title: string;
  readonly value: Json;
  /** Name of the file that a download makes. */
  readonly file: string;
}

/** A value for reading, copying and saving; of a large one the beginning, and how much it is. */
export function ValueBlock({ title, value, file }: ValueBlockProps) {
  const shown = useMemo(() => shownText(value), [value]);
  const length = useLength(shown);
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {title} <span className={styles.meta}>{typeLabel(value)}</span>
        </h3>
        <span>
          <CopyButton text={shown.all} />
          <Button look="plain" onClick={async () => saveFile(file, await shown.all())}>
            Download
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {shown.start === "" ? " " : shown.start}
      </pre>
      {shown.whole ? null : (
        <p className={styles.rest}>
          … the first {shown.start.length.toLocaleString("en")}{" "}
          {length === undefined ? "characters" : `of ${length.toLocaleString("en")} characters`}. Copy and Download give
          all.
        </p>
      )}
    </section>
  );
}
