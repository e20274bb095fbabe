import { createHash, timingSafeEqual } from "node:crypto";
import type { Hono } from "hono";
import { HttpProblem } from "../http/problem.ts";
import type { Metrics } from "./create-metrics.ts";

export interface ObservabilityOptions {
  readonly metrics: Metrics;
  /** What `/metrics` asks for as a bearer token; undefined: it is open. */
  readonly metricsToken: string | undefined;
  /** What this server needs for its work, each with a look that rejects when it is not there. */
  readonly needs: ReadonlyMap<string, () => Promise<void>>;
}

const LOOK_MS = 2000;

/** `GET /api/health`: the process answers. `GET /api/ready`: it can do its work. `GET /metrics`: its figures. */
export function addObservabilityRoutes(app: Hono, options: ObservabilityOptions): void {
  app.get("/api/health", (context) => context.json({ status: "ok" }));

  app.get("/api/ready", async (context) => {
    const checks = await Promise.all(
      [...options.needs].map(async ([name, look]) => [name, await state(look)] as const),
    );
    const ready = checks.every(([, found]) => found === "ok");
    const body = { status: ready ? "ready" : "not-ready", checks: Object.fromEntries(checks) };
    return context.json(body, ready ? 200 : 503, { "cache-control": "no-store" });
  });

  app.get("/metrics", async (context) => {
    requireToken(options.metricsToken, context.req.header("authorization"));
    const { text, contentType } = await options.metrics.expose();
    return context.body(text, 200, { "content-type": contentType, "cache-control": "no-store" });
  });
}

/** No reason is told: it may name hosts and files. */
async function state(look: () => Promise<void>): Promise<"ok" | "failed"> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<"failed">((resolve) => {
    timer = setTimeout(() => resolve("failed"), LOOK_MS);
  });
  const seen = look().then(
    () => "ok" as const,
    () => "failed" as const,
  );
  return Promise.race([seen, late]).finally(() => clearTimeout(timer));
}

function requireToken(token: string | undefined, header: string | undefined): void {
  if (token === undefined || sameText(header ?? "", `Bearer ${token}`)) return;
  throw new HttpProblem({
    status: 401,
    code: "no-metrics-token",
    title: "Token needed",
    detail: "Send the operator's token as `authorization: Bearer TOKEN`.",
  });
}

/** Compares in a time that does not depend on where the texts differ, nor on their lengths. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text, "utf8").digest();
  return timingSafeEqual(digest(a), digest(b));
}
