import { useMemo, useState } from "react";
import { useSelect } from "../app-context.ts";
import { saveFile } from "../export/save-file.ts";
import type { LogView } from "../store/run-view.ts";
import { shownRun } from "../store/shown-run.ts";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { LongRows } from "../ui/long-rows.tsx";
import type { RowPlace } from "../ui/row-place.ts";
import styles from "./call-log.module.css";
import { count } from "./preview.ts";
import { shownText } from "./shown-text.ts";

/** Height of a line that is not wrapped. */
const ROW_PX = 22;

/** Characters of one line shown at most. */
const MOST_SHOWN = 2_000;

/** What the handler wrote with `log`. */
export function CallLog({ path }: { readonly path: string }) {
  const logs = useSelect((state) => shownRun(state)?.logs);
  const own = useMemo(
    () => (logs ?? []).filter((line) => line.run === path || line.run.startsWith(`${path}/`)),
    [logs, path],
  );
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  if (own.length === 0) return <p className={styles.empty}>The handler wrote nothing with log(…).</p>;
  const all = () => own.map(({ level, text }) => `${level}\t${text}\n`).join("");
  return (
    <div className={styles.root}>
      <div className={styles.head}>
        <span className={styles.count}>{count(own.length, "line")}</span>
        <CopyButton label="Copy all" text={all} />
        <Button look="plain" onClick={() => saveFile("log.txt", all())}>
          Download
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} ref={setScroller} tabIndex={0} aria-label="Log lines">
        <ol className={styles.lines}>
          <LongRows element="li" count={own.length} rowPx={ROW_PX} scroller={scroller}>
            {(index, place) => {
              const line = own[index];
              return line === undefined ? null : <LogLine key={index} line={line} place={place} />;
            }}
          </LongRows>
        </ol>
      </section>
    </div>
  );
}

function LogLine({ line: { level, text }, place }: { readonly line: LogView; readonly place: RowPlace }) {
  const shown = shownText(text, MOST_SHOWN);
  return (
    <li {...place} className={styles.line}>
      <span className={styles.level} data-level={level}>
        {level}
      </span>
      <span>
        {shown.start}
        {shown.whole ? null : (
          <span className={styles.count}>
            {" "}
            … the first {MOST_SHOWN.toLocaleString("en")} of {text.length.toLocaleString("en")} characters.{" "}
            <CopyButton label="Copy the line" text={() => text} />
          </span>
        )}
      </span>
    </li>
  );
}
