import { type Explanation, likelyInputs } from "@tool-dispatch/core";
import { useDispatch, useSelect } from "../app-context.ts";
import type { CallView } from "../store/analysis.ts";
import { documentOf } from "../store/draft.ts";
import type { CallRunView } from "../store/run-view.ts";
import { Button } from "../ui/button.tsx";
import { Sentence } from "../ui/sentence.tsx";
import styles from "./error-card.module.css";
import { ErrorCard } from "./error-card.tsx";

/** How Lua says that it was stopped (spec 04 §6), and what that means. */
const STOPPED: readonly (readonly [text: RegExp, meaning: string])[] = [
  [
    /Lua execution exceeded instruction budget of \d+/,
    "It did not fail by itself: it was stopped when its instructions were used up.",
  ],
  [
    /Lua execution exceeded time budget of [\d.]+s|step deadline exceeded/,
    "It timed out: it was stopped when its time was used up.",
  ],
  [/not enough memory|memory budget/, "It was stopped when its memory was used up."],
  [/step execution cancelled/, "It was stopped because the run was cancelled."],
];

export interface CallErrorProps {
  readonly title: string;
  readonly text: string;
  readonly view: CallView;
  readonly call: CallRunView | undefined;
}

/** What failed in a call: whose call it is, whether it was stopped, and the inputs from which the error likely comes. */
export function CallError({ title, text, view, call }: CallErrorProps) {
  const where = call?.where;
  const source = useSelect(({ draft }) => (where === undefined ? "" : documentOf(draft, `flow:${where.file}`)));
  const line = where === undefined ? undefined : source.split("\n")[where.line - 1];
  const stopped = STOPPED.find(([shape]) => shape.test(text))?.[1];
  const likely = stopped === undefined ? likelyInputs(text, line, view.references) : [];
  return (
    <ErrorCard title={title} text={text} where={where}>
      {stopped === undefined ? null : <p className={styles.fact}>{stopped}</p>}
      {likely.map((input) => (
        <LikelyInput key={input.key} input={input} />
      ))}
      <p className={styles.whose}>
        Tool <code>{view.name}</code>, call {view.index}, id <code>{view.id === "" ? "(empty)" : view.id}</code>
      </p>
    </ErrorCard>
  );
}

function LikelyInput({ input }: { readonly input: Explanation }) {
  const dispatch = useDispatch();
  const show = () => {
    dispatch({ type: "detail-tab-chosen", tab: "inputs" });
    // The table is there in the next frame.
    requestAnimationFrame(() => showRow(input.key));
  };
  const says = input.value === null ? input.message : `\`${input.reference ?? ""}\` gave it its value.`;
  return (
    <p className={styles.fact}>
      Likely from the input <code>{input.key.replaceAll("/", " › ")}</code>: <Sentence text={says} />{" "}
      <Button onClick={show}>Show the input</Button>
    </p>
  );
}

function showRow(key: string): void {
  const row = document.querySelector(`tr[data-input="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: "nearest" });
  row?.querySelector("button")?.focus();
}
