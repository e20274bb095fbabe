import type { Redis } from "ioredis";

/** Every key of a Redis with everything under it, as text of one byte a character. */
export async function readRedis(redis: Redis): Promise<string> {
  const parts: string[] = [];
  for await (const keys of redis.scanStream()) {
    for (const key of keys as readonly string[]) parts.push(key, ...(await valuesOf(redis, key)));
  }
  return parts.join("\n");
}

async function valuesOf(redis: Redis, key: string): Promise<string[]> {
  const type = await redis.type(key);
  const read = READERS.get(type);
  // A kind of value that nobody looks into would make the search worthless.
  if (read === undefined) throw new Error(`no reader for a ${type} (${key})`);
  return flatten(await read(redis, key));
}

const READERS: ReadonlyMap<string, (redis: Redis, key: string) => Promise<unknown>> = new Map([
  ["string", (redis: Redis, key: string) => redis.getBuffer(key)],
  ["hash", (redis: Redis, key: string) => redis.callBuffer("HGETALL", key)],
  ["list", (redis: Redis, key: string) => redis.lrangeBuffer(key, 0, -1)],
  ["set", (redis: Redis, key: string) => redis.smembersBuffer(key)],
  ["zset", (redis: Redis, key: string) => redis.zrangeBuffer(key, 0, -1)],
  ["stream", (redis: Redis, key: string) => redis.xrangeBuffer(key, "-", "+")],
  // Gone between the scan and the look.
  ["none", async () => []],
]);

function flatten(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [value.toString("latin1")];
  return Array.isArray(value) ? value.flatMap(flatten) : [String(value)];
}
