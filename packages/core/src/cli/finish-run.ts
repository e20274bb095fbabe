import type { FinishedRun, Runner } from "../index.ts";

/** Runs the text of a document to its end. */
export async function finishRun(runner: Runner, document: string, signal: AbortSignal): Promise<FinishedRun> {
  for await (const event of runner.run(document, { signal })) {
    if (event.type === "run-end") return event.result;
  }
  throw new Error("a run ended without its last event");
}
