import { parentPort } from "node:worker_threads";
import { createFetchNetwork } from "../index.ts";
import { createLua } from "../lua/index.ts";
import { garbageCollector } from "./collect-garbage.ts";
import { nodeFetch, nodeLookup } from "./node-fetch.ts";
import { serveRuns } from "./serve-runs.ts";
import { stepBack } from "./step-back.ts";
import { systemClock } from "./system-ports.ts";

// Entry of a Node thread.
stepBack();
const port = parentPort;
if (port === null) throw new Error("this file is started as a worker thread");
serveRuns(
  { post: (message) => port.postMessage(message), listen: (handle) => port.on("message", handle) },
  {
    openLua: (options) => createLua({ ...options, onMemoryDropped: garbageCollector() }),
    openNetwork: (grant) => createFetchNetwork({ ...grant, clock: systemClock, fetch: nodeFetch, lookup: nodeLookup }),
  },
);
