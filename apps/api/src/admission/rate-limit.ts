import type { Context, MiddlewareHandler } from "hono";
import type { Redis } from "ioredis";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { HttpProblem } from "../http/problem.ts";

/** Requests that one client may make in a minute. */
export interface RateLimit {
  /** Milliseconds until the client may ask again; undefined: now. */
  take(client: string): Promise<number | undefined>;
}

export interface RateLimitOptions {
  /** Tells limits of different kinds apart. */
  readonly name: string;
  /** 0: no limit. */
  readonly perMinute: number;
  /** Counts over all servers that share it; without it each server counts alone, and so it does while Redis is away. */
  readonly redis?: Redis;
}

export function createRateLimit({ name, perMinute, redis }: RateLimitOptions): RateLimit {
  if (perMinute === 0) return { take: async () => undefined };
  const rule = { keyPrefix: `rate:${name}`, points: perMinute, duration: 60 };
  const memory = new RateLimiterMemory(rule);
  const limiter =
    redis === undefined ? memory : new RateLimiterRedis({ ...rule, storeClient: redis, insuranceLimiter: memory });
  return {
    async take(client) {
      try {
        await limiter.consume(client);
        return undefined;
      } catch (spent) {
        if (spent instanceof RateLimiterRes) return spent.msBeforeNext;
        throw spent;
      }
    },
  };
}

/** Answers 429 with `Retry-After` to a client that asked too often; its body is not read. */
export function limitRate(
  limit: RateLimit,
  clientKey: (context: Context) => string,
  onRefuse: () => void,
): MiddlewareHandler {
  return async (context, next) => {
    const waitMs = await limit.take(clientKey(context));
    if (waitMs === undefined) return next();
    onRefuse();
    throw new HttpProblem({
      status: 429,
      code: "too-many-requests",
      title: "Too many requests",
      detail: "You asked too often in the last minute. Try again later.",
      retryAfterSeconds: waitMs / 1000,
    });
  };
}
