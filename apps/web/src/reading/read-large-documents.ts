import type { Analysis } from "../store/analysis.ts";
import type { AppStore } from "../store/create-app-store.ts";
import type { ReadingDesk } from "./reading-desk.ts";

/**
 * Has large documents read beside the page, so that it goes on meanwhile. One draft at a time; of those that come in the
 * meantime only the newest is read.
 */
export function readLargeDocuments(store: AppStore, desk: ReadingDesk): void {
  let busy = false;
  let answered: Analysis | undefined;

  const ask = async () => {
    const { reading, draft, analysis } = store.getState();
    if (!reading || busy) return;
    busy = true;
    const known = answered !== undefined && analysis.calls === answered.calls && analysis.context === answered.context;
    answered = await desk.documents(known ? { draft } : { draft, previous: analysis });
    busy = false;
    store.dispatch({ type: "documents-read", draft, analysis: answered });
    void ask();
  };

  void ask();
  store.subscribe(() => void ask());
}
