import { isReplyFormat, type ReplyFormat } from "@tool-dispatch/core";
import type { Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { DocumentDesk } from "../documents/document-desk.ts";
import { answerProblem, HttpProblem } from "../http/problem.ts";
import { readJsonText } from "../http/read-body.ts";
import type { RunRecord, RunService } from "./run-service.ts";

export interface RunRoutesOptions {
  readonly runs: RunService;
  readonly bodyLimitBytes: number;
  readonly documents: DocumentDesk;
  /** Complete values (spec 11 §2) and the inspection view (spec 08 §2), as JSON text. */
  readonly encodeResult: (record: RunRecord, reply?: ReplyFormat) => Promise<string>;
  readonly encodeInspection: (record: RunRecord) => Promise<string>;
  readonly clientKey: (context: Context) => string;
}

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

/** `POST /api/runs`, `POST /api/validate`, `POST /api/import`, and what can be asked of a run afterwards (spec 11 §5–6). */
export function addRunRoutes(app: Hono, options: RunRoutesOptions): void {
  const { runs } = options;

  app.post("/api/runs", async (context) => {
    const reply = replyFormat(context);
    const text = await readJsonText(context, options.bodyLimitBytes);
    const scenario = await options.documents.ask({ ask: "scenario", text });
    const record = admit(runs, scenario, options.clientKey(context));
    if (prefersAsync(context.req.header("prefer"))) return accepted(context, record);
    cancelWhenLeft(context, runs, record);
    if (wantsEvents(context.req.header("accept")))
      return streamEvents(context, record, 0, () => runs.cancel(record.id));
    await ended(record);
    return context.body(await options.encodeResult(record, reply), 200, { ...JSON_TYPE, "x-run-id": record.id });
  });

  app.post("/api/import", async (context) => {
    const text = await readJsonText(context, options.bodyLimitBytes);
    return context.body(await options.documents.ask({ ask: "import", text }), 200, JSON_TYPE);
  });

  app.post("/api/validate", async (context) => {
    const text = await readJsonText(context, options.bodyLimitBytes);
    const scenario = await options.documents.ask({ ask: "validation", text });
    const record = admit(runs, scenario, options.clientKey(context));
    cancelWhenLeft(context, runs, record);
    await ended(record);
    return context.body(await options.encodeResult(record), 200, { ...JSON_TYPE, "x-run-id": record.id });
  });

  app.get("/api/runs/:id", async (context) => {
    const record = await require(runs, context.req.param("id"));
    return context.body(await options.encodeInspection(record), 200, JSON_TYPE);
  });

  app.get("/api/runs/:id/events", async (context) => {
    const record = await require(runs, context.req.param("id"));
    return streamEvents(context, record, resumeFrom(context.req.header("last-event-id"), record));
  });

  app.get("/api/runs/:id/result", async (context) => {
    const record = await require(runs, context.req.param("id"));
    if (record.result === undefined) {
      return answerProblem(context, {
        status: 409,
        code: "run-not-ended",
        title: "The run has not ended",
        detail: `The run is ${record.state}; its events tell when it ends.`,
      });
    }
    return context.body(await options.encodeResult(record, replyFormat(context)), 200, JSON_TYPE);
  });

  app.delete("/api/runs/:id", async (context) => {
    const record = await require(runs, context.req.param("id"));
    runs.cancel(record.id);
    return context.body(null, 204);
  });
}

/** `?reply=`: the provider in whose shape the results are wanted too (spec 10 §3); another name was refused before. */
function replyFormat(context: Context): ReplyFormat | undefined {
  const name = context.req.query("reply");
  return name !== undefined && isReplyFormat(name) ? name : undefined;
}

/** Whoever waits for the answer and leaves does not want the run any more. */
function cancelWhenLeft(context: Context, runs: RunService, { id }: RunRecord): void {
  const { signal } = context.req.raw;
  if (signal.aborted) runs.cancel(id);
  else signal.addEventListener("abort", () => runs.cancel(id), { once: true });
}

function admit(runs: RunService, scenario: string, client: string): RunRecord {
  const admission = runs.start(scenario, client);
  if (admission.admitted) return admission.record;
  if (admission.reason === "closing") {
    throw new HttpProblem({
      status: 503,
      code: "shutting-down",
      title: "Shutting down",
      detail: "This server is shutting down and takes no more runs.",
      retryAfterSeconds: 5,
    });
  }
  throw new HttpProblem({
    status: 429,
    code: "queue-full",
    title: "Too many runs",
    detail: "Every worker is busy and the queue is full. Try again shortly, or run in the browser.",
    retryAfterSeconds: 2,
  });
}

async function require(runs: RunService, id: string): Promise<RunRecord> {
  const record = await runs.find(id);
  if (record !== undefined) return record;
  throw new HttpProblem({
    status: 404,
    code: "no-such-run",
    title: "No such run",
    detail: "There is no run under this id; finished runs are kept for a limited time.",
  });
}

function accepted(context: Context, record: RunRecord): Response {
  const location = `/api/runs/${record.id}`;
  const headers = { ...JSON_TYPE, location, "preference-applied": "respond-async", "x-run-id": record.id };
  return context.body(JSON.stringify({ id: record.id, state: record.state }), 202, headers);
}

function wantsEvents(accept: string | undefined): boolean {
  return (accept ?? "").split(",").some((part) => part.split(";")[0]?.trim() === "text/event-stream");
}

function prefersAsync(prefer: string | undefined): boolean {
  return (prefer ?? "").split(",").some((part) => part.trim().toLowerCase() === "respond-async");
}

/** The number after the last one that the reader has seen. */
function resumeFrom(lastEventId: string | undefined, record: RunRecord): number {
  if (lastEventId === undefined) return 0;
  if (/^\d{1,9}$/.test(lastEventId) && Number(lastEventId) < record.log.length) return Number(lastEventId) + 1;
  throw new HttpProblem({
    status: 400,
    code: "bad-last-event-id",
    title: "No such event",
    detail: "`Last-Event-ID` must be the number of an event of this run.",
  });
}

async function ended(record: RunRecord): Promise<void> {
  for await (const event of record.log.read(record.log.length, new AbortController().signal)) {
    if (event.type === "run-end") return;
  }
}

/** One event a message: `id` its number, `event` its type, `data` its JSON. */
function streamEvents(context: Context, record: RunRecord, from: number, onLeave?: () => void): Response {
  context.header("x-run-id", record.id);
  context.header("x-accel-buffering", "no");
  return streamSSE(context, async (stream) => {
    const left = new AbortController();
    stream.onAbort(() => {
      left.abort();
      onLeave?.();
    });
    for await (const event of record.log.read(from, left.signal)) {
      await stream.writeSSE({ id: String(event.seq), event: event.type, data: event.data });
    }
  });
}
