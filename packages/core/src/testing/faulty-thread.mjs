// Starts `faulty-thread.ts`; see `host/node-worker-source.mjs`.
import { register } from "tsx/esm/api";

register();
await import("./faulty-thread.ts");
