import { Group, Panel, Separator } from "react-resizable-panels";
import styles from "./app.module.css";
import { useApp, useDispatch, useSelect } from "./app-context.ts";
import { CallLedger } from "./calls/call-ledger.tsx";
import { useCommands } from "./commands/use-commands.ts";
import { DocumentsPane } from "./editor/documents-pane.tsx";
import { useNarrow } from "./editor/use-narrow.ts";
import { EmbedBar } from "./embed/embedded-view.tsx";
import { Header } from "./header.tsx";
import { OldRunFrame, SetAside } from "./history/old-run.tsx";
import { CallDetail } from "./results/call-detail.tsx";
import { FlowTrace } from "./results/flow-trace.tsx";
import { Drawer } from "./results/published.tsx";
import { RunBar } from "./run-bar.tsx";
import { resultsAreOld } from "./store/results-are-old.ts";
import type { DetailTab } from "./store/state.ts";
import { Button } from "./ui/button.tsx";
import { classes } from "./ui/classes.ts";

/** The workbench: documents on the left, the trace of the calls on the right, what was published below. */
export function App() {
  const narrow = useNarrow();
  const { embedded } = useApp();
  useCommands();
  if (embedded) return <EmbeddedLayout />;
  return (
    <div className={styles.page}>
      <div>
        <Header />
        <SetAside />
      </div>
      {narrow ? <NarrowLayout /> : <WideLayout />}
    </div>
  );
}

function WideLayout() {
  return (
    <main className={styles.main}>
      <Group orientation="horizontal">
        <Panel defaultSize="42%" minSize="20%">
          <section className={styles.pane} aria-label="Documents" data-pane="documents">
            <DocumentsPane />
          </section>
        </Panel>
        <Separator className={styles.across} aria-label="Width of the documents" />
        <Panel minSize="30%">
          <OldRunFrame>
            <Group orientation="vertical">
              <Panel defaultSize="68%" minSize="25%">
                <Trace />
              </Panel>
              <Separator className={styles.down} aria-label="Height of the published keys" />
              <Panel minSize="8%">
                <PublishedPane />
              </Panel>
            </Group>
          </OldRunFrame>
        </Panel>
      </Group>
    </main>
  );
}

/** For a frame in other people's pages: the trace and its outcome, without documents to edit. */
function EmbeddedLayout() {
  return (
    <div className={styles.page}>
      <EmbedBar />
      <main className={styles.embedded}>
        <Trace />
        <PublishedPane />
      </main>
    </div>
  );
}

function NarrowLayout() {
  const pane = useSelect((state) => state.narrowPane);
  const dispatch = useDispatch();
  const choose = (next: "edit" | "trace") => dispatch({ type: "narrow-pane-chosen", pane: next });
  return (
    <main className={styles.narrow}>
      <div className={styles.switch}>
        <Button
          look={pane === "edit" ? "strong" : "normal"}
          aria-pressed={pane === "edit"}
          onClick={() => choose("edit")}
        >
          Edit
        </Button>
        <Button
          look={pane === "trace" ? "strong" : "normal"}
          aria-pressed={pane === "trace"}
          onClick={() => choose("trace")}
        >
          Trace
        </Button>
      </div>
      {pane === "edit" ? (
        <div data-pane="documents">
          <DocumentsPane />
        </div>
      ) : (
        <OldRunFrame>
          <Trace />
          <PublishedPane />
        </OldRunFrame>
      )}
    </main>
  );
}

function Trace() {
  const old = useSelect(resultsAreOld);
  // What is read of the documents is as new as they are, whatever became of the runs.
  const oldDetail = useSelect((state) => resultsAreOld(state) && !(state.analysis.runnable && isRead(state.detailTab)));
  const kind = useSelect((state) => state.draft.kind);
  const { readOnly } = useApp();
  return (
    <section className={styles.trace} aria-label="Trace">
      <h2 className="visually-hidden">Trace</h2>
      {readOnly ? null : <RunBar />}
      {kind === "flow" ? (
        <div className={styles.detail}>
          <FlowTrace />
        </div>
      ) : null}
      <div data-pane="calls" hidden={kind === "flow"} className={classes(styles.ledger, old && styles.stale)}>
        <CallLedger />
      </div>
      <div data-pane="detail" hidden={kind === "flow"} className={classes(styles.detail, oldDetail && styles.stale)}>
        <CallDetail />
      </div>
    </section>
  );
}

function isRead(tab: DetailTab): boolean {
  return tab === "inputs" || tab === "raw";
}

function PublishedPane() {
  const old = useSelect(resultsAreOld);
  return (
    <div data-pane="outcome" className={classes(styles.pane, old && styles.stale)}>
      <Drawer />
    </div>
  );
}
