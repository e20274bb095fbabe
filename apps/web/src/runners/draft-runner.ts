import type { Runner } from "@tool-dispatch/core";
import { createBrowserRunner, strangersCeilings } from "@tool-dispatch/core/host";

/**
 * Runs in workers of this page that may call the origins which the draft allows, and no others. Other permissions mean
 * other workers, so that none keeps what it was once allowed.
 */
export function createDraftRunner(allowedOrigins: () => readonly string[]): Runner {
  let granted: readonly string[] = [];
  let runner = startRunner(granted);
  return {
    run(scenario, options) {
      const wanted = allowedOrigins();
      if (wanted.join() !== granted.join()) {
        void runner.close();
        granted = wanted;
        runner = startRunner(wanted);
      }
      return runner.run(scenario, options);
    },
    close: () => runner.close(),
  };
}

function startRunner(allowedOrigins: readonly string[]): Runner {
  const network = allowedOrigins.length === 0 ? {} : { network: { allowedOrigins } };
  return createBrowserRunner({ ceilings: strangersCeilings, ...network });
}
