import { readSettings } from "./settings/read-settings.ts";
import { SettingsError } from "./settings/settings-error.ts";
import { type RunningServer, startServer } from "./start-server.ts";

/** How long runs may go on after the server was asked to end. */
const GRACE_MS = 5000;

/** The first signal ends the server in order, a second one at once. */
function endOnSignal(server: RunningServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      await server.close(GRACE_MS);
      process.exit(0);
    });
  }
}

try {
  const server = await startServer(readSettings(process.env));
  endOnSignal(server);
  process.stdout.write(`Tool Dispatch Playground: ${server.url}\n`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
