import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Log } from "./create-log.ts";
import type { Metrics } from "./create-metrics.ts";

/** Asked so often, or so harmless, that a line for each would hide the others. */
const QUIET = /^(?:\*|\/api\/health|\/api\/ready|\/metrics)$/;

/**
 * Gives every request an id (`x-request-id`: the caller's own where it is one word), counts it and writes a line about
 * it. The line names the route, not the path: a stored link's id is what gives access to it.
 */
export function watchRequests(log: Log, metrics: Metrics): MiddlewareHandler {
  return async (context, next) => {
    const beganMs = performance.now();
    const given = context.req.header("x-request-id") ?? "";
    const id = /^[\w-]{1,64}$/.test(given) ? given : randomUUID();
    await next();
    const { status, headers } = context.res;
    headers.set("x-request-id", id);
    // The route of the handler that answered.
    const route = context.req.routePath;
    const { method } = context.req;
    const durationMs = performance.now() - beganMs;
    metrics.requestAnswered({ method, route, status, seconds: durationMs / 1000 });
    const runId = headers.get("x-run-id");
    const line = { request_id: id, method, route, status, duration_ms: Math.round(durationMs * 10) / 10 };
    log[levelOf(status, route)](runId === null ? line : { ...line, run_id: runId }, "request");
  };
}

function levelOf(status: number, route: string): "debug" | "info" | "error" {
  if (status >= 500 && status !== 503) return "error";
  return QUIET.test(route) ? "debug" : "info";
}
