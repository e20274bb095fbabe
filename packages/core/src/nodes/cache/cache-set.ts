import type { Json } from "../../vocabulary/json.ts";
import { defineNode } from "../define-node.ts";
import type { Settings } from "../settings.ts";
import { requireMemoryBackend } from "./memory-backend.ts";

/** Keeps a value in the memory of the process (spec 07 §5). */
export const cacheSet = defineNode("cache_set", ({ settings, host }) => {
  const key = settings.filled("key");
  requireMemoryBackend(settings);
  const value = givenValue(settings);
  const ttlSeconds = settings.number("ttl");
  const expiresMs = ttlSeconds === undefined ? undefined : host.clock.nowMs() + ttlSeconds * 1000;
  host.cache.set(key, new Map([["value", value]]), expiresMs);
  return [
    ["cache_key", key],
    ["cache_stored", true],
    ["cache_size", BigInt(host.cache.size)],
  ];
});

function givenValue(settings: Settings): Json {
  if (settings.optionalText("source_key") !== undefined) return settings.source().value;
  const value = settings.value("value");
  if (value === undefined) throw settings.missing("source_key' or 'value");
  return value;
}
