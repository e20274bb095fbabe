import type { FinishedRun } from "@tool-dispatch/core";
import { useDispatch, useSelect } from "../app-context.ts";
import { shownRun } from "../store/shown-run.ts";
import type { DrawerTab } from "../store/state.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Late } from "../ui/late.tsx";
import { latePart } from "../ui/late-part.ts";
import { Tabs } from "../ui/tabs.tsx";
import { ErrorCard } from "./error-card.tsx";
import styles from "./published.module.css";
import { shownText } from "./shown-text.ts";
import { ValueBlock } from "./value-block.tsx";

export const replyPanel = latePart(async () => (await import("./reply-panel.tsx")).ReplyPanel);
export const exposureTable = latePart(async () => (await import("./exposure-table.tsx")).ExposureTable);

/** Below the trace: what was published, and where private values went. */
export function Drawer() {
  const tab = useSelect((state) => state.drawerTab);
  const dispatch = useDispatch();
  const items = [
    { id: "published", label: "Published" },
    { id: "reply", label: "Reply" },
    { id: "exposure", label: "What the model sees" },
  ];
  return (
    <Tabs
      label="Outcome of the step"
      items={items}
      selected={tab}
      contentFocus={tab !== "exposure"}
      onSelect={(id) => dispatch({ type: "drawer-tab-chosen", tab: id as DrawerTab })}
    >
      {tab === "published" ? <Published /> : null}
      {tab === "reply" ? <Late part={replyPanel}>{(ReplyPanel) => <ReplyPanel />}</Late> : null}
      {tab === "exposure" ? <Late part={exposureTable}>{(ExposureTable) => <ExposureTable />}</Late> : null}
    </Tabs>
  );
}

/** The keys that the step published, as they are. */
function Published() {
  const result = useSelect((state) => shownRun(state)?.result);
  const output = result?.kind === "dispatch" ? result.output : result?.kind === "flow" ? result.context : undefined;
  return (
    <section className={styles.root} aria-label="Published">
      <div className={styles.head}>
        <h2 className={styles.title}>{result?.kind === "flow" ? "Final context" : "Published keys"}</h2>
        <ul className={styles.counts}>
          {[...(output ?? [])]
            .filter(([, value]) => typeof value === "bigint" || typeof value === "boolean")
            .map(([key, value]) => (
              <li key={key}>
                <code>{key}</code> {String(value)}
              </li>
            ))}
        </ul>
        {output === undefined ? null : <CopyButton label="Copy all" text={() => shownText(output).all()} />}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div className={styles.body} tabIndex={0}>
        {result?.error === undefined ? null : <ErrorCard title={errorTitle(result)} text={result.error} />}
        {[...(output ?? [])]
          .filter(([, value]) => typeof value === "object" || typeof value === "string")
          .map(([key, value]) => (
            <ValueBlock key={key} title={key} value={value} file={`${key}.json`} />
          ))}
        {result === undefined ? <p>Nothing has been published yet.</p> : null}
      </div>
    </section>
  );
}

function errorTitle(result: FinishedRun): string {
  if (result.kind === "flow" && result.status !== undefined) return "Failures that no recovery resolved";
  return result.kind === "dispatch" ? "The step failed and published nothing" : "Nothing ran";
}
