// Starts `node-worker.ts` where the sources run without a build: a thread does not inherit the loader for TypeScript.
import { register } from "tsx/esm/api";

register();
await import("./node-worker.ts");
