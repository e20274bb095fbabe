// Starts `document-thread.ts` where the sources run without a build: a thread does not inherit the loader for TypeScript.
import { register } from "tsx/esm/api";

register();
const { answer } = await import("./document-thread.ts");

export { answer };
