import { describe, expect, it } from "vitest";
import { createMemoryCache } from "../../run/memory-cache.ts";
import { failure, json, publish } from "../testing/run-node.ts";

describe("[07 §5] cache_set and cache_get", () => {
  it("keep a value of the context or of the configuration under a filled key", async () => {
    const cache = createMemoryCache(10);
    expect(
      await publish("cache_set", { key: "user:${ctx.id}", source_key: "u" }, { id: 7, u: { a: 1 } }, { cache }),
    ).toEqual(json({ cache_key: "user:7", cache_stored: true, cache_size: 1 }));
    expect(await publish("cache_get", { key: "user:7" }, {}, { cache })).toEqual(
      json({ cached_value: { a: 1 }, cache_hit: true }),
    );
    await publish("cache_set", { key: "k", value: null }, {}, { cache });
    expect(await publish("cache_get", { key: "k", output_key: "o" }, {}, { cache })).toEqual(
      json({ o: null, cache_hit: true }),
    );
  });

  it("a miss publishes null", async () => {
    expect(await publish("cache_get", { key: "__proto__" })).toEqual(json({ cached_value: null, cache_hit: false }));
  });

  it("a value is gone when its seconds are over", async () => {
    const cache = createMemoryCache(10);
    await publish("cache_set", { key: "k", value: 1, ttl: "1.5" }, {}, { cache, nowMs: 1000 });
    const hit = async (nowMs: number) =>
      (await publish("cache_get", { key: "k" }, {}, { cache, nowMs })).get("cache_hit");
    expect(await hit(2499)).toBe(true);
    expect(await hit(2500)).toBe(false);
    expect(cache.size).toBe(0);
  });

  it("[08 §1] the least recently used entry goes first", async () => {
    const cache = createMemoryCache(2);
    for (const key of ["a", "b"]) await publish("cache_set", { key, value: key }, {}, { cache });
    await publish("cache_get", { key: "a" }, {}, { cache });
    await publish("cache_set", { key: "c", value: "c" }, {}, { cache });
    const hit = async (key: string) => (await publish("cache_get", { key }, {}, { cache })).get("cache_hit");
    expect([await hit("a"), await hit("b"), await hit("c")]).toEqual([true, false, true]);
  });

  it("say what they need", async () => {
    expect(await failure("cache_set", { value: 1 })).toBe("cache_set requires 'key'");
    expect(await failure("cache_set", { key: "k" })).toBe("cache_set requires 'source_key' or 'value'");
    expect(await failure("cache_set", { key: "k", source_key: "x" })).toBe("Key 'x' not found in context");
    expect(await failure("cache_get", { key: "k", backend: "file" })).toContain(
      "cache_get with backend 'file' needs files",
    );
    expect(await failure("cache_get", { key: "k", backend: "disk" })).toContain("unknown backend 'disk'");
  });
});
