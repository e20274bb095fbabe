import "./styles/index.css";
import { useMemo } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { AppContext } from "./app-context.ts";
import { EXAMPLES } from "./examples/examples.ts";
import { createDraftRunner } from "./runners/draft-runner.ts";
import { createServerRunner } from "./runners/server-runner.ts";
import { type Runners, useLiveRun } from "./runners/use-live-run.ts";
import { useValidation } from "./runners/use-validation.ts";
import { decodeLink, isShareLink } from "./share/share-code.ts";
import { type AppStore, createAppStore } from "./store/create-app-store.ts";
import { type Draft, draftFromDocument, originsOf } from "./store/draft.ts";
import { browserStorage } from "./store/draft-storage.ts";
import { keepDraft, readTheme, wearTheme } from "./store/side-effects.ts";
import { initialState } from "./store/state.ts";

const storage = browserStorage();

function Root({ store, runners }: { readonly store: AppStore; readonly runners: Runners }) {
  const live = useLiveRun(store, runners);
  useValidation(store, runners.browser);
  const services = useMemo(() => ({ store, live }), [store, live]);
  return (
    <AppContext value={services}>
      <App />
    </AppContext>
  );
}

/** A link opens as a draft of its own; otherwise this tab's draft, and on a first visit the first example. */
async function firstDraft(): Promise<Draft> {
  if (isShareLink(location.hash)) {
    const decoded = await decodeLink(location.hash);
    if (decoded.ok) return draftFromDocument(decoded.document, crypto.randomUUID());
    return brokenLink(decoded.message);
  }
  const [example] = EXAMPLES;
  return storage.load() ?? draftFromDocument(example?.document ?? new Map(), crypto.randomUUID());
}

function brokenLink(message: string): Draft {
  return draftFromDocument(
    new Map([
      ["name", "A link that could not be opened"],
      ["about", message],
    ]),
    crypto.randomUUID(),
  );
}

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("the page has no #root");
  const store = createAppStore(initialState(await firstDraft(), readTheme()));
  keepDraft(store, storage);
  wearTheme(store);
  const runners: Runners = {
    browser: createDraftRunner(() => originsOf(store.getState().draft.allowedOrigins).origins),
    server: createServerRunner(),
  };
  createRoot(root).render(<Root store={store} runners={runners} />);
}

void start();
