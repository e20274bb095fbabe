import { createApiClient } from "@tool-dispatch/api/client";
import type { Runner } from "@tool-dispatch/core";

/** Runs scenarios on this page's server, over a stream of events (spec 11 §5). */
export function createServerRunner(): Runner {
  const client = createApiClient();
  return { run: (scenario, options) => client.startRun(scenario, options?.signal), close: async () => {} };
}
