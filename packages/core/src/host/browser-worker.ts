import type { ToWorker } from "./messages.ts";
import { serveRuns } from "./serve-runs.ts";

// Entry of a browser's worker.
serveRuns({
  post: (message) => postMessage(message),
  listen: (handle) => addEventListener("message", (event: MessageEvent<ToWorker>) => handle(event.data)),
});
