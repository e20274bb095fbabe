import { createLog, faultFields } from "./observability/create-log.ts";
import { openThreads } from "./queue/run-place.ts";
import { startRunWorker } from "./queue/run-worker.ts";
import { readSettings } from "./settings/read-settings.ts";
import { SettingsError } from "./settings/settings-error.ts";

/** How long runs may go on after the worker was asked to end. */
const GRACE_MS = 5000;

/** Entry of `npm run worker`: carries out runs that servers put into Redis. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const { queue, runs } = settings;
  if (queue === undefined) throw new SettingsError("A worker takes its runs out of Redis: set REDIS_URL.");
  const log = createLog(settings.logLevel);
  const worker = startRunWorker({
    settings: { ...queue, keepMs: runs.keepMs },
    runner: openThreads(settings, (how) => log.warn({ how }, "thread ended")),
    concurrency: runs.workers,
    onFault: (fault) => log.error(faultFields(fault), "fault of the queue"),
    onEnd: (run_id, outcome) => log.info({ run_id, outcome }, "run ended"),
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      log.info({ grace_ms: GRACE_MS }, "shutting down");
      await worker.close(GRACE_MS);
      process.exit(0);
    });
  }
  await worker.ready;
  process.stdout.write(`Worker ready: ${runs.workers} runs at the same time\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
