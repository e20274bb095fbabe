import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getConnInfo } from "@hono/node-server/conninfo";
import { eventToJson, printJson } from "@tool-dispatch/core";
import { createNodeRunner } from "@tool-dispatch/core/host";
import { createApp } from "./app.ts";
import { type DocumentDesk, openDocumentDesk } from "./documents/document-desk.ts";
import { type Listening, listen } from "./listen.ts";
import { servePage } from "./page/serve-page.ts";
import { encodeInspection, encodeResult } from "./runs/encode-run.ts";
import { RunService } from "./runs/run-service.ts";
import type { RunSettings, Settings } from "./settings/read-settings.ts";
import { openShareStore } from "./shares/open-share-store.ts";
import { purgeNowAndThen } from "./shares/purge-now-and-then.ts";
import { ShareService } from "./shares/share-service.ts";

const PAGE = fileURLToPath(new URL("../../web/dist/", import.meta.url));
/** A document is read in a few milliseconds; one that takes this long was made to. */
const READING_MS = 5000;
const SHARE_LIMIT_BYTES = 2 ** 20;

export interface RunningServer {
  readonly url: string;
  /** Takes no more requests, lets runs finish for `graceMs`, then cancels them and tells their readers. */
  close(graceMs: number): Promise<void>;
}

/** Everything composed and listening. Rejects with a `SettingsError` when something that was asked for cannot be had. */
export async function startServer(settings: Settings): Promise<RunningServer> {
  const shares = await openShares(settings);
  const runs = openRuns(settings);
  const documents = await openDocumentDesk({ timeoutMs: READING_MS, threads: 2 });
  const stopPurging = purgeNowAndThen(shares, (fault) => console.error(fault));
  const closeParts = async (graceMs: number) => {
    stopPurging();
    await runs.close(graceMs);
    await documents.close();
    await shares.close();
  };
  const app = createApp({
    runs: runRoutes(runs, documents, settings.runs),
    shares: { shares, documents, bodyLimitBytes: SHARE_LIMIT_BYTES },
    pageOrigins: settings.pageOrigins,
    // Where only the sources are, there is no page yet.
    ...(existsSync(PAGE) ? { servePage: (page) => servePage(page, PAGE) } : {}),
    onFault: (fault) => console.error(fault),
  });
  const listening: Listening = await listen(app, settings.port).catch(async (error: unknown) => {
    await closeParts(0);
    throw error;
  });
  return {
    url: listening.url,
    close: async (graceMs) => {
      const ended = listening.close();
      await closeParts(graceMs);
      await ended;
    },
  };
}

async function openShares({ shares }: Settings): Promise<ShareService> {
  const store = await openShareStore(shares);
  return new ShareService(store, { nowMs: Date.now, lifetimeMs: shares.lifetimeMs });
}

function openRuns({ runs, network }: Settings): RunService {
  // One pool of threads: each run takes a thread of its own out of it.
  const { ceilings } = runs;
  const runner = createNodeRunner({ ceilings, ...(network === undefined ? {} : { network }) });
  return new RunService({
    runners: Array.from({ length: runs.workers }, () => runner),
    queueCapacity: runs.queueCapacity,
    keepMs: runs.keepMs,
    keepCharacters: runs.keepCharacters,
    encodeEvent: (event) => printJson(eventToJson(event)),
    nowMs: Date.now,
    newId: randomUUID,
  });
}

function runRoutes(runs: RunService, documents: DocumentDesk, { bodyLimitBytes }: RunSettings) {
  return {
    runs,
    documents,
    bodyLimitBytes,
    encodeResult,
    encodeInspection,
    clientKey: (context: Parameters<typeof getConnInfo>[0]) => getConnInfo(context).remote.address ?? "unknown",
  };
}
