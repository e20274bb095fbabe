import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { getConnInfo } from "@hono/node-server/conninfo";
import { eventToJson, printJson } from "@tool-dispatch/core";
import { createNodeRunner, strangersCeilings } from "@tool-dispatch/core/host";
import { createApp } from "./app.ts";
import { type Listening, listen, PortError, readPort } from "./listen.ts";
import { servePage } from "./page/serve-page.ts";
import { checkScenario } from "./runs/check-scenario.ts";
import { encodeInspection, encodeResult } from "./runs/encode-run.ts";
import { NetworkSettingsError, readNetworkGrant, readPageOrigins } from "./runs/read-network-grant.ts";
import { RunService } from "./runs/run-service.ts";

const PAGE = fileURLToPath(new URL("../../web/dist/", import.meta.url));
/** How long runs may go on after the server was asked to end. */
const GRACE_MS = 5000;

async function main(): Promise<void> {
  // One pool of threads: each run takes a thread of its own out of it.
  const network = readNetworkGrant(process.env);
  const runner = createNodeRunner({ ceilings: strangersCeilings, ...(network === undefined ? {} : { network }) });
  const runs = new RunService({
    runners: Array.from({ length: Math.max(2, availableParallelism()) }, () => runner),
    queueCapacity: 64,
    keepMs: 10 * 60_000,
    keepCharacters: 64_000_000,
    encodeEvent: (event) => printJson(eventToJson(event)),
    nowMs: () => Date.now(),
    newId: randomUUID,
  });
  const app = createApp({
    runs: {
      runs,
      bodyLimitBytes: 8 * 2 ** 20,
      checkScenario,
      encodeResult,
      encodeInspection,
      clientKey: (context) => getConnInfo(context).remote.address ?? "unknown",
    },
    pageOrigins: readPageOrigins(process.env),
    servePage: (page) => servePage(page, PAGE),
    onFault: (fault) => console.error(fault),
  });
  const listening = await listen(app, readPort(process.env.PORT)).catch(async (error: unknown) => {
    await runs.close(0);
    throw error;
  });
  process.stdout.write(`Tool Dispatch Playground: ${listening.url}\n`);
  endOnSignal(runs, listening);
}

/** The first signal ends the server in order, a second one at once. */
function endOnSignal(runs: RunService, listening: Listening): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      await Promise.all([runs.close(GRACE_MS), listening.close()]);
      process.exit(0);
    });
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof PortError || error instanceof NetworkSettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
