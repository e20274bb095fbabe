import { printJson, type RunEvent, type Runner } from "@tool-dispatch/core";
import { useCallback, useEffect, useRef } from "react";
import type { AppStore } from "../store/create-app-store.ts";
import { documentFromDraft } from "../store/draft.ts";
import type { RunHost } from "../store/run-view.ts";

/** Idle time after the last keystroke before Lua runs. */
const IDLE_MS = 60;

export interface Runners {
  readonly browser: Runner;
  readonly server: Runner;
}

export interface LiveRun {
  /** Runs now, on the host that is chosen. */
  readonly run: () => void;
  readonly stop: () => void;
}

/** Keeps the newest run going: in the browser after each pause in typing, on the server only when asked. */
export function useLiveRun(store: AppStore, runners: Runners): LiveRun {
  const current = useRef<AbortController | undefined>(undefined);
  const number = useRef(0);

  const start = useCallback(
    (host: RunHost) => {
      current.current?.abort();
      const controller = new AbortController();
      current.current = controller;
      number.current += 1;
      void drive(store, runners[host], { host, number: number.current, signal: controller.signal });
    },
    [store, runners],
  );

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const schedule = (delayMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { analysis, host } = store.getState();
        if (analysis.runnable && host === "browser") start("browser");
      }, delayMs);
    };
    schedule(0);
    const unsubscribe = store.subscribe((state, before) => {
      if (state.draft === before.draft && state.host === before.host && state.reading === before.reading) return;
      schedule(state.draft.id === before.draft.id ? IDLE_MS : 0);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, start]);

  return {
    run: useCallback(() => start(store.getState().host), [store, start]),
    stop: useCallback(() => current.current?.abort(), []),
  };
}

async function drive(
  store: AppStore,
  runner: Runner,
  { host, number, signal }: { host: RunHost; number: number; signal: AbortSignal },
): Promise<void> {
  const scenario = printJson(documentFromDraft(store.getState().draft, "values"));
  store.dispatch({ type: "run-started", number, host, atMs: Date.now() });
  let batch: RunEvent[] = [];
  let flushing: number | undefined;
  const flush = () => {
    flushing = undefined;
    if (batch.length > 0) store.dispatch({ type: "run-events-arrived", number, events: batch });
    batch = [];
  };
  try {
    for await (const event of runner.run(scenario, { signal })) {
      batch.push(event);
      // One update of the page a frame, however fast the events come; the last one at once.
      if (event.type === "run-end") flush();
      else flushing ??= requestAnimationFrame(flush);
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    store.dispatch({ type: "run-lost", number, because: signal.aborted ? "Stopped." : because });
  } finally {
    if (flushing !== undefined) cancelAnimationFrame(flushing);
    flush();
  }
}
