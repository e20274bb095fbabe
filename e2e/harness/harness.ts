import { compactJson, eventToJson } from "@tool-dispatch/core";
import { createBrowserRunner } from "@tool-dispatch/core/host";

/** What a test asks of the page: a run in a worker of this browser, its events as JSON text. */
export interface Harness {
  run(scenario: string): Promise<string[]>;
  /** Cancels when the first handler's step has started; the time from the cancel to the end of the run. */
  cancel(scenario: string): Promise<{ readonly events: string[]; readonly endedAfterMs: number }>;
}

declare global {
  interface Window {
    harness: Harness;
  }
}

const runner = createBrowserRunner();

window.harness = {
  async run(scenario) {
    const events: string[] = [];
    for await (const event of runner.run(scenario)) events.push(compactJson(eventToJson(event)));
    return events;
  },
  async cancel(scenario) {
    const controller = new AbortController();
    const events: string[] = [];
    let cancelledMs = Number.POSITIVE_INFINITY;
    for await (const event of runner.run(scenario, { signal: controller.signal })) {
      events.push(compactJson(eventToJson(event)));
      if (event.type !== "step-start" || event.run === "") continue;
      cancelledMs = performance.now();
      controller.abort();
    }
    return { events, endedAfterMs: performance.now() - cancelledMs };
  },
};
