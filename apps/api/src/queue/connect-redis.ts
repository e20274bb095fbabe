import { Redis, type RedisOptions } from "ioredis";

const MOST_PAUSE_MS = 1000;

/**
 * A connection that comes back by itself. Commands fail after a few attempts, so that whoever sent them can say so.
 * `onFault` hears once of each time that the connection is lost.
 */
export function connectRedis(url: string, onFault: (fault: unknown) => void, options: RedisOptions = {}): Redis {
  const redis = new Redis(url, {
    retryStrategy: (attempt) => Math.min(attempt * 50, MOST_PAUSE_MS),
    maxRetriesPerRequest: 3,
    ...options,
  });
  let away = false;
  redis.on("ready", () => {
    away = false;
  });
  redis.on("error", (fault: unknown) => {
    if (!away) onFault(fault);
    away = true;
  });
  return redis;
}
