import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      { test: { name: "core", include: ["packages/core/src/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "api", include: ["apps/api/src/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "scripts", include: ["scripts/**/*.test.mjs"], testTimeout: 30_000 } },
      { test: { name: "web", include: ["apps/web/src/**/*.test.{ts,tsx}"], testTimeout: 30_000 } },
    ],
  },
});
