import { checkMessages, FORMAT_TITLES, isReplyFormat, REPLY_FORMATS, reply, replyFormatOf } from "@tool-dispatch/core";
import { useMemo, useState } from "react";
import { useSelect } from "../app-context.ts";
import { shownRun } from "../store/shown-run.ts";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./published.module.css";
import { ValueBlock } from "./value-block.tsx";

/** The results in the shape that a provider expects back; the provider of the calls first. */
export function ReplyPanel() {
  const result = useSelect((state) => shownRun(state)?.result);
  const pasted = useSelect((state) => state.analysis.calls.value.format);
  const [chosen, setChosen] = useState<string>();
  const format = isReplyFormat(chosen) ? chosen : replyFormatOf(pasted);
  const calls = result !== undefined && "calls" in result ? result.calls : undefined;
  const answer = useMemo(() => (calls === undefined ? undefined : reply(calls, format)), [calls, format]);
  const told = useMemo(() => (calls === undefined ? [] : checkMessages(calls)), [calls]);
  return (
    <section className={styles.root} aria-label="Reply">
      <div className={styles.head}>
        <h2 className={styles.title}>Reply to the provider</h2>
        <label className={styles.choice}>
          <span>Shape</span>
          <select value={format} onChange={(event) => setChosen(event.target.value)}>
            {REPLY_FORMATS.map((name) => (
              <option key={name} value={name}>
                {FORMAT_TITLES[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.body} tabIndex={0}>
        {answer === undefined || calls?.length === 0 ? (
          <p>There is nothing to send back: no call has come to a result.</p>
        ) : (
          <>
            <ul className={styles.warnings} aria-label="What the provider would refuse">
              {[...answer.problems, ...told].map(({ code, detail, message }) => (
                <li key={`${code} ${detail}`}>
                  △ <Sentence text={message} />
                </li>
              ))}
            </ul>
            <ValueBlock title="Messages" value={answer.body} file={`reply-${format}.json`} />
          </>
        )}
      </div>
    </section>
  );
}
