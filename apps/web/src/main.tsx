import "./styles/index.css";
import { startTransition, useMemo } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { AppContext } from "./app-context.ts";
import { firstExample } from "./examples/first-example.ts";
import { scenarioFile } from "./export/run-export.ts";
import { saveFile } from "./export/save-file.ts";
import { fetchLateParts } from "./fetch-late-parts.ts";
import { readLargeDocuments } from "./reading/read-large-documents.ts";
import { openReadingDesk, type ReadingDesk } from "./reading/reading-desk.ts";
import { createDraftRunner } from "./runners/draft-runner.ts";
import { createServerRunner } from "./runners/server-runner.ts";
import { type Runners, useLiveRun } from "./runners/use-live-run.ts";
import { useValidation } from "./runners/use-validation.ts";
import { isComeBackTo, rememberLink } from "./share/link-of-this-tab.ts";
import { decodeLink, isShareLink } from "./share/share-code.ts";
import { type AppStore, createAppStore } from "./store/create-app-store.ts";
import { type Draft, draftFromDocument, originsOf } from "./store/draft.ts";
import { type DraftKeeper, draftOfThisTab, keepDrafts } from "./store/draft-keeper.ts";
import { browserStorage, noStorage } from "./store/draft-storage.ts";
import { readTheme, wearTheme } from "./store/side-effects.ts";
import { rememberSingleKeys } from "./store/single-keys.ts";
import { initialState } from "./store/state.ts";
import { FaultBoundary } from "./ui/fault-boundary.tsx";

const embedded = new URLSearchParams(location.search).get("embed") === "1";
const storage = embedded ? noStorage() : browserStorage();

interface RootProps {
  readonly store: AppStore;
  readonly runners: Runners;
  readonly keeper: DraftKeeper;
  readonly desk: ReadingDesk;
}

function Root({ store, runners, keeper, desk }: RootProps) {
  const live = useLiveRun(store, runners);
  useValidation(store, runners.browser);
  const services = useMemo(
    () => ({ store, live, keeper, desk, embedded, readOnly: false }),
    [store, live, keeper, desk],
  );
  return (
    <FaultBoundary save={() => saveFile("scenario.json", scenarioFile(store.getState().draft))}>
      <AppContext value={services}>
        <App />
      </AppContext>
    </FaultBoundary>
  );
}

async function draftOfLink(hash: string): Promise<Draft> {
  const decoded = await decodeLink(hash);
  if (!decoded.ok) return emptyDraft("A link that could not be opened", decoded.message);
  return draftFromDocument(decoded.document, crypto.randomUUID());
}

/** A link that is put into the address of the open page opens too. */
function followLinks(store: AppStore): void {
  addEventListener("hashchange", async () => {
    if (isShareLink(location.hash)) store.dispatch({ type: "draft-opened", draft: await draftOfLink(location.hash) });
  });
}

/** A link opens as a draft of its own; otherwise this tab's draft, and on a first visit the first example. */
async function firstDraft(): Promise<Draft> {
  if (isShareLink(location.hash) && !isComeBackTo(location.hash)) return draftOfLink(location.hash);
  const kept = await draftOfThisTab(storage);
  if (kept === "unreadable") return unreadableDraft();
  return kept ?? draftFromDocument(firstExample().document, crypto.randomUUID());
}

function unreadableDraft(): Draft {
  return emptyDraft(
    "A draft that could not be opened",
    "The draft of this tab was written by another version of the playground. It is left in this browser as it is.",
  );
}

function emptyDraft(name: string, about: string): Draft {
  return draftFromDocument(
    new Map([
      ["name", name],
      ["about", about],
    ]),
    crypto.randomUUID(),
  );
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no #root");
  // Before the draft is found, so that Lua starts while the rest of the page is put together.
  let allowedOrigins = (): readonly string[] => [];
  const runners: Runners = { browser: createDraftRunner(() => allowedOrigins()), server: createServerRunner() };
  const store = createAppStore(initialState(await firstDraft(), readTheme()));
  allowedOrigins = () => originsOf(store.getState().draft.allowedOrigins).origins;
  const keeper = keepDrafts(store, storage);
  wearTheme(store);
  rememberSingleKeys(store);
  readLargeDocuments(store, openReadingDesk());
  followLinks(store);
  rememberLink();
  fetchLateParts(store);
  const page = <Root store={store} runners={runners} keeper={keeper} desk={openReadingDesk()} />;
  // As a transition: in pieces, between which the browser does what else it has to do.
  startTransition(() => createRoot(root).render(page));
}

void start();
