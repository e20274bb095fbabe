// `npm run worker`: installs, builds, and carries out runs that the API put into Redis (REDIS_URL, RUNS_KEY).
import { setup } from "./setup.mjs";

try {
  await setup();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
await import(new URL("../apps/api/dist/worker.js", import.meta.url).href);
