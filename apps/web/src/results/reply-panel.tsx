import {
  type CallReport,
  FORMAT_TITLES,
  isReplyFormat,
  REPLY_FORMATS,
  type ReplyFormat,
  replyFormatOf,
} from "@tool-dispatch/core";
import { useCallback, useState } from "react";
import { useApp, useSelect } from "../app-context.ts";
import { type CheckedReply, checkedReply } from "../reading/desk-request.ts";
import { type Answered, useAnswer } from "../reading/use-answer.ts";
import { areHeavy } from "../reading/weighs.ts";
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
  const { answer, old } = useReply(calls, format);
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
        {calls !== undefined && (answer === undefined || old) ? (
          <p>Putting the reply together …</p>
        ) : answer === undefined || calls?.length === 0 ? (
          <p>There is nothing to send back: no call has come to a result.</p>
        ) : (
          <>
            <ul className={styles.warnings} aria-label="What the provider would refuse">
              {answer.problems.map(({ code, detail, message }) => (
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

/** Of large results in a worker: every text of them is looked at. */
function useReply(calls: readonly CallReport[] | undefined, format: ReplyFormat): Answered<CheckedReply | undefined> {
  const { desk } = useApp();
  const ask = useCallback(() => {
    if (calls === undefined) return undefined;
    return areHeavy(calls) ? desk.reply(calls, format) : checkedReply(calls, format);
  }, [desk, calls, format]);
  return useAnswer<CheckedReply | undefined>(ask);
}
