import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Many tests wait for servers and queues: on two processors one file at a time would leave one of them idle.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { name: "core", include: ["packages/core/src/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "api", include: ["apps/api/src/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "scripts", include: ["scripts/**/*.test.mjs"], testTimeout: 30_000 } },
      { test: { name: "web", include: ["apps/web/src/**/*.test.{ts,tsx}"], testTimeout: 30_000 } },
    ],
  },
});
