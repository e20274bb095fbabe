import type { RunEvent, SuggestedFix, ValidationWarning } from "@tool-dispatch/core";
import { type Analysis, analyse } from "./analysis.ts";
import {
  type DocumentName,
  type Draft,
  documentOf,
  type ImportChoice,
  type SecretField,
  withDocument,
  withEdits,
  withImport,
} from "./draft.ts";
import type { Kept } from "./draft-storage.ts";
import {
  changedDocuments,
  type KeptRun,
  keptRun,
  type RunInput,
  remember,
  restoredDraft,
  withPin,
} from "./kept-run.ts";
import { isLarge } from "./large-documents.ts";
import { foldEvents, type RunHost, type RunView, startedRun } from "./run-view.ts";
import type { Spot } from "./spot.ts";

export type LeftTab = DocumentName | "secrets";
export type DetailTab = "inputs" | "result" | "message" | "steps" | "log" | "raw";
export type DrawerTab = "published" | "reply" | "exposure";
export type DialogName = "share" | "commands" | "history";
export type Theme = "system" | "light" | "dark";

export interface State {
  readonly draft: Draft;
  readonly analysis: Analysis;
  readonly run: RunView | undefined;
  /** The last run that came to an end; shown, and said to be old, while a newer one has nothing yet. */
  readonly settled: RunView | undefined;
  /** The texts are large and `analysis` is still that of the texts before; a worker reads them. */
  readonly reading: boolean;
  /** The draft changed since `settled` began. */
  readonly outdated: boolean;
  readonly host: RunHost;
  readonly leftTab: LeftTab;
  readonly call: number;
  readonly detailTab: DetailTab;
  readonly drawerTab: DrawerTab;
  readonly narrowPane: "edit" | "trace";
  /** Marked in an editor because the person looks at it elsewhere. */
  readonly hovered: Spot | undefined;
  /** Where an editor should put its cursor; a new object each time. */
  readonly wanted: Spot | undefined;
  readonly theme: Theme;
  /** Whether the draft is safe in the browser's storage. */
  readonly kept: Kept;
  readonly dialog: DialogName | undefined;
  /** Commands of one key without a modifier are on. */
  readonly singleKeys: boolean;
  /** What the newest run began with, secrets included. */
  readonly started: RunInput | undefined;
  /** Runs of this page that ended, oldest first. */
  readonly history: readonly KeptRun[];
  /** Number of the old run that is looked at, instead of the newest. */
  readonly oldRun: number | undefined;
  /** Drafts that made room for one of the history, the last one last. */
  readonly setAside: readonly Draft[];
  /** What validating each flow file found, by file name. */
  readonly findings: ReadonlyMap<string, FlowFindings>;
}

/** Findings about one text of a flow file; they hold for that text alone. */
export interface FlowFindings {
  readonly source: string;
  readonly errors: readonly string[];
  readonly warnings: readonly ValidationWarning[];
}

/** What happened, in the past tense. */
export type Action =
  | { readonly type: "document-edited"; readonly document: DocumentName; readonly text: string }
  | { readonly type: "import-chosen"; readonly choice: ImportChoice }
  | { readonly type: "fix-taken"; readonly document: DocumentName; readonly edits: SuggestedFix["edits"] }
  | { readonly type: "calls-pasted"; readonly text: string; readonly choice: ImportChoice }
  | { readonly type: "secrets-edited"; readonly secrets: readonly SecretField[] }
  | { readonly type: "origins-edited"; readonly text: string }
  | { readonly type: "flow-added"; readonly name: string; readonly source: string }
  | { readonly type: "flow-removed"; readonly name: string }
  | { readonly type: "draft-opened"; readonly draft: Draft }
  | { readonly type: "documents-read"; readonly draft: Draft; readonly analysis: Analysis }
  | { readonly type: "run-started"; readonly number: number; readonly host: RunHost; readonly atMs: number }
  | { readonly type: "run-events-arrived"; readonly number: number; readonly events: readonly RunEvent[] }
  | { readonly type: "run-lost"; readonly number: number; readonly because: string }
  | { readonly type: "host-chosen"; readonly host: RunHost }
  | { readonly type: "left-tab-chosen"; readonly tab: LeftTab }
  | { readonly type: "call-chosen"; readonly call: number }
  | { readonly type: "detail-tab-chosen"; readonly tab: DetailTab }
  | { readonly type: "drawer-tab-chosen"; readonly tab: DrawerTab }
  | { readonly type: "narrow-pane-chosen"; readonly pane: "edit" | "trace" }
  | { readonly type: "spot-hovered"; readonly spot: Spot | undefined }
  | { readonly type: "spot-wanted"; readonly spot: Spot }
  | { readonly type: "old-run-opened"; readonly number: number }
  | { readonly type: "old-run-closed" }
  | { readonly type: "run-pinned"; readonly number: number; readonly pinned: boolean }
  | { readonly type: "old-draft-restored"; readonly number: number; readonly id: string }
  | { readonly type: "set-aside-taken-back" }
  | { readonly type: "flow-validated"; readonly file: string; readonly findings: FlowFindings }
  | { readonly type: "draft-kept"; readonly kept: Kept }
  | { readonly type: "dialog-opened"; readonly dialog: DialogName }
  | { readonly type: "dialog-closed" }
  | { readonly type: "single-keys-switched"; readonly on: boolean }
  | { readonly type: "theme-chosen"; readonly theme: Theme };

export function initialState(draft: Draft, theme: Theme): State {
  const reading = isLarge(draft);
  const analysis = reading ? unread(analyse(withoutTexts(draft), undefined)) : analyse(draft, undefined);
  return {
    draft,
    analysis,
    run: undefined,
    settled: undefined,
    reading,
    outdated: false,
    host: "browser",
    leftTab: draft.kind === "flow" ? `flow:${draft.flows[0]?.name ?? ""}` : "calls",
    // What looks wrong is what the person came for.
    call: analysis.views.find((view) => view.suspicious > 0)?.index ?? 0,
    detailTab: "inputs",
    drawerTab: "published",
    narrowPane: "trace",
    hovered: undefined,
    wanted: undefined,
    theme,
    kept: "kept",
    dialog: undefined,
    singleKeys: true,
    started: undefined,
    history: [],
    oldRun: undefined,
    setAside: [],
    findings: new Map(),
  };
}

export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case "document-edited":
      if (documentOf(state.draft, action.document) === action.text) return state;
      return edited(state, withDocument(state.draft, action.document, action.text));
    case "import-chosen":
      return edited(state, withImport(state.draft, action.choice));
    case "documents-read":
      return documentsRead(state, action.draft, action.analysis);
    case "fix-taken":
      // The places of the fix are those of the texts before.
      if (state.reading) return state;
      return edited(state, withEdits(state.draft, action.document, action.edits));
    case "calls-pasted":
      return {
        ...edited(state, withImport(withDocument(state.draft, "calls", action.text), action.choice)),
        leftTab: "calls",
      };
    case "secrets-edited":
      // Values of secrets resolve too, so what was resolved before does not hold any more.
      return edited(
        { ...state, analysis: { ...state.analysis, views: [] } },
        { ...state.draft, secrets: action.secrets },
        true,
      );
    case "origins-edited":
      return edited(state, { ...state.draft, allowedOrigins: action.text });
    case "flow-added": {
      const flow = { name: action.name, source: action.source };
      return {
        ...edited(state, { ...state.draft, flows: [...state.draft.flows, flow] }),
        leftTab: `flow:${action.name}`,
      };
    }
    case "flow-removed": {
      const flows = state.draft.flows.filter((flow) => flow.name !== action.name);
      return { ...edited(state, { ...state.draft, flows }), leftTab: "tools" };
    }
    case "draft-opened":
      return opened(state, action.draft);
    case "run-started": {
      const run = startedRun(action.number, action.host, action.atMs);
      const { draft, analysis } = state;
      const started = { draft, analysis, changed: changedDocuments(state.started?.draft, draft) };
      return { ...state, run, started, outdated: false };
    }
    case "run-events-arrived":
      return arrived(state, action.number, action.events);
    case "run-lost":
      return lost(state, action.number, action.because);
    case "host-chosen":
      return { ...state, host: action.host };
    case "left-tab-chosen":
      return { ...state, leftTab: action.tab };
    case "call-chosen":
      return { ...state, call: action.call };
    case "detail-tab-chosen":
      return { ...state, detailTab: action.tab };
    case "drawer-tab-chosen":
      return { ...state, drawerTab: action.tab };
    case "narrow-pane-chosen":
      return { ...state, narrowPane: action.pane };
    case "spot-hovered":
      return { ...state, hovered: action.spot };
    case "spot-wanted":
      return { ...state, wanted: { ...action.spot }, leftTab: action.spot.document, narrowPane: "edit" };
    case "old-run-opened":
      return { ...state, oldRun: action.number, narrowPane: "trace" };
    case "old-run-closed":
      return { ...state, oldRun: undefined };
    case "run-pinned":
      return { ...state, history: withPin(state.history, action.number, action.pinned) };
    case "old-draft-restored": {
      const kept = state.history.find((one) => one.number === action.number);
      if (kept === undefined) return state;
      return {
        ...opened(state, restoredDraft(kept, state.draft, action.id)),
        setAside: [...state.setAside, state.draft],
      };
    }
    case "set-aside-taken-back": {
      const draft = state.setAside.at(-1);
      return draft === undefined ? state : { ...opened(state, draft), setAside: state.setAside.slice(0, -1) };
    }
    case "flow-validated":
      return { ...state, findings: new Map(state.findings).set(action.file, action.findings) };
    case "draft-kept":
      return { ...state, kept: action.kept };
    case "dialog-opened":
      return { ...state, dialog: action.dialog };
    case "dialog-closed":
      return { ...state, dialog: undefined };
    case "single-keys-switched":
      return { ...state, singleKeys: action.on };
    case "theme-chosen":
      return { ...state, theme: action.theme };
  }
}

/** Another draft, with all that belongs to the page and not to a draft. */
function opened(state: State, draft: Draft): State {
  const { theme, narrowPane, kept, singleKeys, started, history, setAside } = state;
  return { ...initialState(draft, theme), narrowPane, kept, singleKeys, started, history, setAside };
}

function edited(state: State, draft: Draft, afresh = false): State {
  // The context in the page's memory is an outline: nothing can be resolved by it.
  const elsewhere = state.analysis.context.value.outlined !== undefined;
  if (elsewhere || isLarge(draft))
    return { ...state, draft, analysis: unread(state.analysis), reading: true, outdated: true };
  const analysis = analyse(draft, afresh ? undefined : state.analysis);
  const call = Math.min(state.call, Math.max(0, analysis.views.length - 1));
  return { ...state, draft, analysis, call, reading: false, outdated: true };
}

/** Only what was read of the present texts counts. */
function documentsRead(state: State, draft: Draft, analysis: Analysis): State {
  if (!state.reading || state.draft !== draft) return state;
  return { ...state, analysis, reading: false, call: Math.min(state.call, Math.max(0, analysis.views.length - 1)) };
}

function withoutTexts(draft: Draft): Draft {
  return { ...draft, calls: "", tools: "", context: "", exchanges: "" };
}

/** Still shown, and nothing runs by it. */
function unread(analysis: Analysis): Analysis {
  return { ...analysis, runnable: false };
}

/** Only the newest run may write. */
function arrived(state: State, number: number, events: readonly RunEvent[]): State {
  if (state.run?.number !== number) return state;
  const run = foldEvents(state.run, events);
  if (run.status !== "ended" || state.started === undefined) return { ...state, run };
  return { ...state, run, settled: run, history: remember(state.history, keptRun(run, state.started)) };
}

function lost(state: State, number: number, because: string): State {
  if (state.run?.number !== number) return state;
  const run = { ...state.run, status: "lost" as const, lostBecause: because };
  return { ...state, run };
}
