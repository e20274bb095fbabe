// `npm start`: installs, builds, and serves the page and the API on one port (PORT, default 8787).
import { setup } from "./setup.mjs";

try {
  await setup();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import(new URL("../apps/api/dist/main.js", import.meta.url).href);
