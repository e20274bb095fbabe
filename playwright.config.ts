import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/setup/chromium.mjs";

const chromium = findChromium();

/** Journeys through the built page, served by the built server on a port of its own choosing. */
export default defineConfig({
  testDir: "e2e",
  outputDir: ".cache/e2e",
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // Another version of Chromium draws edges of letters a little differently.
    toHaveScreenshot: {
      pathTemplate: "{testDir}/look/{arg}{ext}",
      maxDiffPixelRatio: 0.002,
      threshold: 0.2,
      animations: "disabled",
      caret: "hide",
    },
  },
  reporter: "list",
  webServer: {
    command: "node apps/api/dist/main.js",
    env: { PORT: "0", LOG_LEVEL: "warn", SHARES_FILE: ".cache/e2e-shares.sqlite" },
    wait: { stdout: /Tool Dispatch Playground: (?<playground_url>\S+)/ },
    gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
  },
  use: {
    // Set by the expression above once the server has printed its address.
    baseURL: process.env.PLAYGROUND_URL ?? "http://localhost:8787/",
    browserName: "chromium",
    launchOptions: {
      args: ["--disable-gpu", "--disable-quic"],
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
