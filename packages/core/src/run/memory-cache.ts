import type { MemoryCache } from "../ports/node.ts";
import type { JsonObject } from "../vocabulary/json.ts";

/** A cache of at most `capacity` entries; the least recently used one goes first (spec 08 §1). */
export function createMemoryCache(capacity: number): MemoryCache {
  const entries = new Map<string, { value: JsonObject; expiresMs: number | undefined }>();
  return {
    get size() {
      return entries.size;
    },
    get(key, nowMs) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      if (entry.expiresMs !== undefined && entry.expiresMs <= nowMs) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, expiresMs) {
      entries.delete(key);
      entries.set(key, { value, expiresMs });
      const [oldest] = entries.keys();
      if (entries.size > capacity && oldest !== undefined) entries.delete(oldest);
    },
  };
}
