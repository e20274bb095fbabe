import type { Analysis } from "../store/analysis.ts";
import type { AppStore } from "../store/create-app-store.ts";
import { createReader, type ReadRequest } from "./read-request.ts";

/**
 * Reads large documents in a worker, so that the page goes on while it does. One draft at a time; of those that come
 * in the meantime only the newest is read. Where there is no worker, the page reads them itself.
 */
export function readLargeDocuments(store: AppStore): void {
  let worker: Worker | undefined;
  let asked: ReadRequest | undefined;
  let answered: Analysis | undefined;

  const ask = () => {
    const { reading, draft, analysis } = store.getState();
    if (!reading || asked !== undefined) return;
    const known = answered !== undefined && analysis.calls === answered.calls && analysis.context === answered.context;
    asked = known ? { draft } : { draft, previous: analysis };
    worker ??= open();
    worker.postMessage(asked);
  };
  const settle = (analysis: Analysis) => {
    const draft = asked?.draft;
    asked = undefined;
    answered = analysis;
    if (draft !== undefined) store.dispatch({ type: "documents-read", draft, analysis });
    ask();
  };
  const open = () => {
    const opened = new Worker(new URL("./read-worker.ts", import.meta.url), { type: "module", name: "reader" });
    opened.addEventListener("message", ({ data }: MessageEvent<Analysis>) => settle(data));
    opened.addEventListener("error", () => {
      opened.terminate();
      worker = undefined;
      if (asked !== undefined) settle(createReader()(asked));
    });
    return opened;
  };

  ask();
  store.subscribe(ask);
}
