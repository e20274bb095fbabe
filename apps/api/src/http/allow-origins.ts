import type { Hono } from "hono";
import { cors } from "hono/cors";

const READABLE = ["location", "retry-after", "x-request-id", "x-run-id", "x-expires-at"];

/** Lets pages of the listed origins read the API; without any there are no CORS headers at all. Cookies are never used. */
export function allowOrigins(app: Hono, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.use("/api/*", cors({ origin: [...origins], exposeHeaders: READABLE, maxAge: 600 }));
}
