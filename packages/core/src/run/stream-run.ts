import type { RunEvent } from "../vocabulary/event.ts";
import type { Scenario } from "../vocabulary/scenario.ts";
import { conduct, type RunPorts } from "./conduct.ts";

/** The events of a run as they come (spec 11 §6). Leaving the loop early aborts the run. */
export async function* streamRun(scenario: Scenario, ports: RunPorts, signal?: AbortSignal): AsyncGenerator<RunEvent> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (signal?.aborted) abort();
  else signal?.addEventListener("abort", abort, { once: true });
  const waiting: RunEvent[] = [];
  let wake: (() => void) | undefined;
  let fault: { readonly error: unknown } | undefined;
  const send = (event: RunEvent) => {
    waiting.push(event);
    wake?.();
  };
  const start = async () => conduct(scenario, ports, send, controller.signal);
  start().catch((error: unknown) => {
    fault = { error };
    wake?.();
  });
  try {
    for (;;) {
      const event = waiting.shift();
      if (event !== undefined) {
        yield event;
        if (event.type === "run-end") return;
      } else if (fault !== undefined) {
        throw fault.error;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    signal?.removeEventListener("abort", abort);
    controller.abort();
  }
}
