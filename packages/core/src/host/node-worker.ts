import { parentPort } from "node:worker_threads";
import { serveRuns } from "./serve-runs.ts";

// Entry of a Node thread.
const port = parentPort;
if (port === null) throw new Error("this file is started as a worker thread");
serveRuns({
  post: (message) => port.postMessage(message),
  listen: (handle) => port.on("message", handle),
});
