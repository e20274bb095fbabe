import styles from "./app.module.css";
import { useApp, useDispatch, useSelect } from "./app-context.ts";
import { CallLedger } from "./calls/call-ledger.tsx";
import { useCommands } from "./commands/use-commands.ts";
import { DocumentsPane } from "./editor/documents-pane.tsx";
import { useNarrow } from "./editor/use-narrow.ts";
import { Header } from "./header.tsx";
import { OldRunFrame, SetAside } from "./history/old-run.tsx";
import { CallDetail } from "./results/call-detail.tsx";
import { Drawer } from "./results/published.tsx";
import { RunBar } from "./run-bar.tsx";
import { resultsAreOld } from "./store/results-are-old.ts";
import type { DetailTab } from "./store/state.ts";
import { Button } from "./ui/button.tsx";
import { classes } from "./ui/classes.ts";
import { Late } from "./ui/late.tsx";
import { latePart } from "./ui/late-part.ts";
import { Split } from "./ui/split.tsx";

const embedBar = latePart(async () => (await import("./embed/embedded-view.tsx")).EmbedBar);
export const flowTrace = latePart(async () => (await import("./results/flow-trace.tsx")).FlowTrace);

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

const DOCUMENTS_SHARE = { least: 20, most: 70, usual: 42 };
const TRACE_SHARE = { least: 25, most: 92, usual: 68 };

function WideLayout() {
  return (
    <main className={styles.main}>
      <Split name="documents" label="Width of the documents" direction="across" range={DOCUMENTS_SHARE}>
        <section className={styles.pane} aria-label="Documents" data-pane="documents">
          <DocumentsPane />
        </section>
        <OldRunFrame>
          <Split name="trace" label="Height of the published keys" direction="down" range={TRACE_SHARE}>
            <Trace />
            <PublishedPane />
          </Split>
        </OldRunFrame>
      </Split>
    </main>
  );
}

/** For a frame in other people's pages: the trace and its outcome, without documents to edit. */
function EmbeddedLayout() {
  return (
    <div className={styles.page}>
      <Late part={embedBar}>{(EmbedBar) => <EmbedBar />}</Late>
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
          <Late part={flowTrace}>{(FlowTrace) => <FlowTrace />}</Late>
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
