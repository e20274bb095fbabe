import { fileURLToPath } from "node:url";
import type { Browser, Page } from "@playwright/test";
import { eventFromJson, parseJson, type RunEvent } from "@tool-dispatch/core";
import { build, preview } from "vite";

const VITE = {
  root: fileURLToPath(new URL("harness/", import.meta.url)),
  configFile: false,
  logLevel: "error",
  worker: { format: "es" },
  // As in the page's own configuration: the form for browsers needs a DOM, which workers do not have.
  resolve: {
    alias: {
      "decode-named-character-reference": fileURLToPath(
        new URL("../node_modules/decode-named-character-reference/index.js", import.meta.url),
      ),
    },
  },
  build: { outDir: fileURLToPath(new URL("../.cache/harness/", import.meta.url)), target: "es2023", emptyOutDir: true },
} as const;
/** As strict about scripts as the product's own pages. */
const POLICY = {
  "content-security-policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:",
};
/** Headers under which a page may share memory with its worker. */
export const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

/** The runner of the page, alone: built as the page is built, in a page of its own. */
export async function buildRunnerPage(): Promise<void> {
  await build(VITE);
}

export interface RunnerPage {
  readonly page: Page;
  /** Runs a scenario document in the page's worker to its end. */
  readonly run: (text: string) => Promise<RunEvent[]>;
  readonly close: () => Promise<void>;
}

/** Serves what was built; with `ISOLATED` headers the page may share memory with its worker. */
export async function openRunnerPage(browser: Browser, headers: Record<string, string>): Promise<RunnerPage> {
  const server = await preview({ ...VITE, preview: { port: 0, headers: { ...POLICY, ...headers } } });
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? "");
  await page.waitForFunction(() => "harness" in window);
  return {
    page,
    run: async (text) => (await page.evaluate((scenario) => window.harness.run(scenario), text)).map(eventOf),
    async close() {
      await page.close();
      await server.close();
    },
  };
}

export function eventOf(text: string): RunEvent {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return eventFromJson(parsed.value);
}
