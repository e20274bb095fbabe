import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eventToJson } from "@tool-dispatch/core";
import type { Context } from "hono";
import { clientKey } from "./admission/client-key.ts";
import { createApp } from "./app.ts";
import { openDocumentDesk } from "./documents/document-desk.ts";
import { type Listening, listen } from "./listen.ts";
import { createLog, faultFields, type Log } from "./observability/create-log.ts";
import { createMetrics, type Metrics } from "./observability/create-metrics.ts";
import { servePage } from "./page/serve-page.ts";
import { openRunPlace, type RunPlace } from "./queue/run-place.ts";
import { encodeInspection, encodeResult } from "./runs/encode-run.ts";
import { printInTurns } from "./runs/print-in-turns.ts";
import { RunService } from "./runs/run-service.ts";
import type { Settings } from "./settings/read-settings.ts";
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
  const log = createLog(settings.logLevel);
  const shares = await openShares(settings);
  const metrics: Metrics = createMetrics(() => runs.load);
  const place = openRunPlace(settings, {
    onWorkerEnd: (how) => metrics.workerEnded(how),
    onFault: (fault) => log.error(faultFields(fault), "fault of the queue"),
  });
  const runs: RunService = openRuns(settings, place, metrics, log);
  const documents = await openDocumentDesk({ timeoutMs: READING_MS, threads: 2 });
  const onFault = (fault: unknown) => log.error(faultFields(fault), "removing expired links failed");
  const stopPurging = purgeNowAndThen(shares, onFault);
  const closeParts = async (graceMs: number) => {
    stopPurging();
    await runs.close(graceMs);
    await documents.close();
    await shares.close();
  };
  const { bodyLimitBytes } = settings.runs;
  const who = (context: Context) => clientKey(context, settings.trustedProxies);
  const app = createApp({
    runs: { runs, documents, bodyLimitBytes, encodeResult, encodeInspection, clientKey: who },
    admission: {
      rates: settings.rates,
      ...(place.queue === undefined ? {} : { redis: place.queue.redis }),
      clientKey: who,
      onRefuse: (limit) => metrics.requestRefused(`rate-${limit}`),
    },
    shares: { shares, documents, bodyLimitBytes: SHARE_LIMIT_BYTES },
    observability: {
      metrics,
      metricsToken: settings.metricsToken,
      needs: new Map([
        ["shares", () => shares.ping()],
        ["admission", async () => runs.requireOpen()],
        ...(place.queue === undefined ? [] : [["redis", place.queue.ping] as const]),
      ]),
    },
    log,
    pageOrigins: settings.pageOrigins,
    corsOrigins: settings.corsOrigins,
    // Where only the sources are, there is no page yet.
    ...(existsSync(PAGE) ? { servePage: (page) => servePage(page, PAGE) } : {}),
  });
  const listening: Listening = await listen(app, settings.port).catch(async (error: unknown) => {
    await closeParts(0);
    throw error;
  });
  log.info({ port: settings.port, workers: settings.runs.workers }, "listening");
  return {
    url: listening.url,
    async close(graceMs) {
      log.info({ grace_ms: graceMs, ...runs.load }, "shutting down");
      const ended = listening.close();
      await closeParts(graceMs);
      await ended;
      log.info("ended");
    },
  };
}

async function openShares({ shares }: Settings): Promise<ShareService> {
  const store = await openShareStore(shares);
  return new ShareService(store, { nowMs: Date.now, lifetimeMs: shares.lifetimeMs });
}

function openRuns({ runs }: Settings, place: RunPlace, metrics: Metrics, log: Log): RunService {
  return new RunService({
    runners: Array.from({ length: place.slots }, () => place.runner),
    ...(place.queue === undefined ? {} : { elsewhere: place.queue.elsewhere }),
    queueCapacity: runs.queueCapacity,
    keepMs: runs.keepMs,
    keepCharacters: runs.keepCharacters,
    encodeEvent: (event) => printInTurns(eventToJson(event)),
    nowMs: Date.now,
    newId: randomUUID,
    onRefuse: (reason) => metrics.requestRefused(reason),
    onEnd(record) {
      metrics.runEnded(record);
      const { id, result, createdAtMs, startedAtMs = createdAtMs, endedAtMs = startedAtMs, log: events } = record;
      const times = { waited_ms: startedAtMs - createdAtMs, duration_ms: endedAtMs - startedAtMs };
      log.info({ run_id: id, outcome: result?.outcome, ...times, events: events.length }, "run ended");
    },
  });
}
