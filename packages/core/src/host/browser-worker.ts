import { createFetchNetwork } from "../index.ts";
import { createLua } from "../lua/index.ts";
import type { ToWorker } from "./messages.ts";
import { serveRuns } from "./serve-runs.ts";
import { systemClock } from "./system-ports.ts";

// Bundlers look for exactly these expressions. The parser is fetched when a flow is validated.
const wasm = new URL("wasmoon/dist/glue.wasm", import.meta.url).href;
const analysisFiles = {
  parser: new URL("web-tree-sitter/web-tree-sitter.wasm", import.meta.url).href,
  grammar: new URL("@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm", import.meta.url).href,
};

// Entry of a browser's worker.
serveRuns(
  {
    post: (message) => postMessage(message),
    listen: (handle) => addEventListener("message", (event: MessageEvent<ToWorker>) => handle(event.data)),
  },
  {
    openLua: (options) => createLua({ wasm, ...options }),
    analysisFiles,
    openNetwork: (grant) =>
      createFetchNetwork({ ...grant, clock: systemClock, fetch: (url, { address: _, ...init }) => fetch(url, init) }),
  },
);
