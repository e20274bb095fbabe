import { type Json, printJson, type Runner } from "@tool-dispatch/core";
import { useEffect } from "react";
import type { AppStore } from "../store/create-app-store.ts";
import type { FlowFile } from "../store/draft.ts";

/** Validation may come later than results: it is about what nobody has run yet. */
const IDLE_MS = 400;

/** Validates each flow file whose text is new, without running anything of it but its top level (spec 09). */
export function useValidation(store: AppStore, runner: Runner): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller = new AbortController();
    const validateAll = async () => {
      controller = new AbortController();
      const { signal } = controller;
      for (const flow of store.getState().draft.flows) {
        if (store.getState().findings.get(flow.name)?.source === flow.source) continue;
        await validate(store, runner, flow, signal);
        if (signal.aborted) return;
      }
    };
    const schedule = () => {
      clearTimeout(timer);
      controller.abort();
      timer = setTimeout(() => void validateAll(), IDLE_MS);
    };
    schedule();
    const unsubscribe = store.subscribe((state, before) => {
      if (state.draft.flows !== before.draft.flows) schedule();
    });
    return () => {
      clearTimeout(timer);
      controller.abort();
      unsubscribe();
    };
  }, [store, runner]);
}

async function validate(store: AppStore, runner: Runner, flow: FlowFile, signal: AbortSignal): Promise<void> {
  const scenario = new Map<string, Json>([
    ["version", 1n],
    ["kind", "validate"],
    ["options", new Map([["entry", flow.name]])],
    ["flows", new Map([[flow.name, flow.source]])],
  ]);
  for await (const event of runner.run(printJson(scenario), { signal })) {
    if (event.type !== "run-end" || event.result.kind !== "validate" || signal.aborted) continue;
    const { errors, warnings } = event.result;
    store.dispatch({ type: "flow-validated", file: flow.name, findings: { source: flow.source, errors, warnings } });
  }
}
