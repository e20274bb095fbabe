import { type Json, prettyJson } from "@tool-dispatch/core";
import { useMemo } from "react";
import { CopyButton } from "../ui/copy-button.tsx";
import { typeLabel } from "./preview.ts";
import styles from "./value-block.module.css";

/** Characters shown at most; copy and download give everything. */
const MOST_SHOWN = 20_000;

export interface ValueBlockProps {
  readonly title: string;
  readonly value: Json;
  /** File name for a download; without it there is none. */
  readonly file?: string;
}

/** A value in full, for reading and copying. A text is shown as the text that it is. */
export function ValueBlock({ title, value, file }: ValueBlockProps) {
  const text = useMemo(() => (typeof value === "string" ? value : prettyJson(value)), [value]);
  const shown = text.length > MOST_SHOWN ? text.slice(0, MOST_SHOWN) : text;
  return (
    <section className={styles.block} aria-label={title}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          {title} <span className={styles.meta}>{typeLabel(value)}</span>
        </h3>
        <span>
          <CopyButton text={() => text} />
          {file === undefined ? null : <Download text={text} file={file} />}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.text} tabIndex={0}>
        {shown === "" ? " " : shown}
        {shown === text
          ? null
          : `\n… ${(text.length - shown.length).toLocaleString("en")} more characters: copy to get all`}
      </pre>
    </section>
  );
}

function Download({ text, file }: { readonly text: string; readonly file: string }) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = file;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <button
      type="button"
      onClick={save}
      style={{ border: 0, background: "none", cursor: "pointer", minHeight: "1.75rem" }}
    >
      Download
    </button>
  );
}
