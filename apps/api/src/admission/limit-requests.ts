import type { Context, Hono } from "hono";
import type { Redis } from "ioredis";
import { createRateLimit, limitRate } from "./rate-limit.ts";

/** Requests a minute and client, 0 for no limit. */
export interface RequestRates {
  /** Everything that makes the server work: runs, validation, import. */
  readonly runsPerMinute: number;
  /** Storing and deleting links. */
  readonly sharesPerMinute: number;
  /** Looking at runs and links. */
  readonly readsPerMinute: number;
}

export interface LimitRequestsOptions {
  readonly rates: RequestRates;
  readonly redis?: Redis;
  readonly clientKey: (context: Context) => string;
  readonly onRefuse: (limit: string) => void;
}

/** Puts the rate limits before the routes; health, readiness and figures have none. */
export function limitRequests(app: Hono, { rates, redis, clientKey, onRefuse }: LimitRequestsOptions): void {
  const limit = (name: string, perMinute: number) => {
    const options = { name, perMinute, ...(redis === undefined ? {} : { redis }) };
    return limitRate(createRateLimit(options), clientKey, () => onRefuse(name));
  };
  const work = limit("runs", rates.runsPerMinute);
  app.on("POST", ["/api/runs", "/api/validate", "/api/import"], work);
  app.on(["POST", "DELETE"], ["/api/shares", "/api/shares/:id"], limit("shares", rates.sharesPerMinute));
  const reads = limit("reads", rates.readsPerMinute);
  app.on(["GET", "DELETE"], ["/api/runs/:id", "/api/runs/:id/*"], reads);
  app.on("GET", "/api/shares/:id", reads);
}
