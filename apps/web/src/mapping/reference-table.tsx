import type { Explanation } from "@tool-dispatch/core";
import { useState } from "react";
import { useSelect } from "../app-context.ts";
import { preview } from "../results/preview.ts";
import type { CallView } from "../store/analysis.ts";
import { SecretName } from "../ui/lock.tsx";
import { LongRows } from "../ui/long-rows.tsx";
import { isLong, type RowPlace, tableSize } from "../ui/row-place.ts";
import { Sentence } from "../ui/sentence.tsx";
import { ReferenceFixes } from "./reference-fixes.tsx";
import { ReferenceName } from "./reference-name.tsx";
import styles from "./reference-table.module.css";
import { secretOf } from "./secret-of.ts";
import { Stations } from "./stations.tsx";
import { UnmappedTool } from "./unmapped-tool.tsx";

const KINDS: Record<Explanation["kind"], string> = {
  arguments: "arguments",
  call: "call",
  context: "context path",
  tool_name: "tool name",
  tool_call_id: "call id",
  "context-key": "context key",
  literal: "literal",
  constant: "constant",
};

/** Of a row with stations, and of the head above the rows. */
const ROW_PX = 64;
const HEAD_PX = 30;

/** How each input of the chosen call gets its value, and where the walk ended when it did not. */
export function ReferenceTable({ view }: { readonly view: CallView }) {
  const stale = useSelect((state) => !state.analysis.runnable);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  if (view.mapping === undefined) return <UnmappedTool view={view} />;
  if (view.references.length === 0) {
    return (
      <p className={styles.empty}>
        This mapping has no input: the handler gets the call itself and nothing of the context.
      </p>
    );
  }
  return (
    <div className={styles.scroll} data-stale={stale} data-long={isLong(view.references.length)} ref={setScroller}>
      <table className={styles.table} {...tableSize(view.references.length)}>
        <caption className="visually-hidden">Inputs of {view.name}</caption>
        <thead>
          <tr>
            <th scope="col">Input</th>
            <th scope="col">Reference</th>
            <th scope="col">Path</th>
            <th scope="col">Value received</th>
          </tr>
        </thead>
        <tbody>
          <LongRows element="tr" count={view.references.length} rowPx={ROW_PX} headPx={HEAD_PX} scroller={scroller}>
            {(index, place) => {
              const explanation = view.references[index];
              if (explanation === undefined) return null;
              return <ReferenceRow key={explanation.key} view={view} explanation={explanation} place={place} />;
            }}
          </LongRows>
        </tbody>
      </table>
      <MissingArguments view={view} />
    </div>
  );
}

/** What the tool's definition requires of the model, and the model did not give. */
function MissingArguments({ view }: { readonly view: CallView }) {
  if (view.missing.length === 0) return null;
  const names = view.missing.map((name) => `\`${name}\``).join(", ");
  const what = view.missing.length === 1 ? "an argument that" : "arguments that";
  return (
    <p className={`${styles.sentence} ${styles.missing}`}>
      △ <Sentence text={`The definition of \`${view.name}\` requires ${what} this call does not have: ${names}.`} />
    </p>
  );
}

interface ReferenceRowProps {
  readonly view: CallView;
  readonly explanation: Explanation;
  readonly place: RowPlace;
}

function ReferenceRow({ view, explanation, place }: ReferenceRowProps) {
  const { key, kind, reason, value, notes = [] } = explanation;
  const path = key.split("/");
  const secret = useSelect((state) => secretOf(explanation, state.draft.secrets));
  return (
    <tr {...place} data-input={key}>
      <th scope="row" className={styles.key}>
        {path.slice(0, -1).map((name, depth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name is its place in the path
          <span key={depth} className={styles.ancestor}>
            {name} ›{" "}
          </span>
        ))}
        {path.at(-1)}
      </th>
      <td>
        <ReferenceName view={view} explanation={explanation} />
        <div className={`${styles.sentence} ${styles.constant}`}>{KINDS[kind]}</div>
      </td>
      <td>
        <Stations view={view} explanation={explanation} secret={secret} />
        {reason === null ? null : (
          <p className={`${styles.sentence} ${styles.why}`}>
            <Sentence text={explanation.message} />
          </p>
        )}
        {reason === null && ((kind === "literal" && notes.length === 0) || value === null) ? (
          <p className={styles.sentence}>
            <Sentence text={explanation.message} />
          </p>
        ) : null}
        {notes.map((note) => (
          <p key={note.code} className={`${styles.sentence} ${styles.note}`}>
            △ <Sentence text={note.message} />
          </p>
        ))}
        <ReferenceFixes view={view} explanation={explanation} />
      </td>
      <td className={`${styles.value} ${reason === null ? "" : styles.null}`}>
        {secret === undefined ? preview(value) : <SecretName name={secret} />}
      </td>
    </tr>
  );
}
