import { defineNode } from "../define-node.ts";
import { requireMemoryBackend } from "./memory-backend.ts";

/** Takes a value out of the memory of the process; a miss publishes null (spec 07 §5). */
export const cacheGet = defineNode("cache_get", ({ settings, host }) => {
  const key = settings.filled("key");
  requireMemoryBackend(settings);
  const kept = host.cache.get(key, host.clock.nowMs());
  return [
    [settings.text("output_key", "cached_value"), kept?.get("value") ?? null],
    ["cache_hit", kept !== undefined],
  ];
});
