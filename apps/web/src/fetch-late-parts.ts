import { flowTrace } from "./app.tsx";
import { DIALOGS } from "./dialogs.tsx";
import { secretsForm } from "./editor/documents-pane.tsx";
import { examples } from "./examples/examples-menu.tsx";
import { exposureTable, replyPanel } from "./results/published.tsx";
import type { AppStore } from "./store/create-app-store.ts";
import { wholeMenu } from "./ui/menu.tsx";

/** What is likely to be asked for, the likeliest first. */
const PARTS = [
  wholeMenu,
  examples,
  exposureTable,
  DIALOGS.share,
  replyPanel,
  secretsForm,
  DIALOGS.commands,
  DIALOGS.history,
  flowTrace,
];

/** A page whose first run does not settle fetches them all the same. */
const LATEST_MS = 8_000;

/** Fetches the parts that are not shown yet, one after the other, when the first run is over and nothing else is to do. */
export function fetchLateParts(store: AppStore): void {
  const timer = setTimeout(begin, LATEST_MS);
  const unsubscribe = store.subscribe((state) => {
    if (state.run !== undefined && state.run.status !== "running") begin();
  });
  function begin(): void {
    clearTimeout(timer);
    unsubscribe();
    void fetchAll();
  }
}

async function fetchAll(): Promise<void> {
  for (const part of PARTS) {
    await idle();
    // Whoever needs it asks again, and is told when it does not come.
    await part.fetch().catch(() => {});
  }
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === "function") requestIdleCallback(() => resolve(), { timeout: 2_000 });
    else setTimeout(resolve, 200);
  });
}
