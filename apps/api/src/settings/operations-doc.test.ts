import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readSettings } from "./read-settings.ts";

const text = readFileSync(new URL("../../../../docs/OPERATIONS.md", import.meta.url), "utf8");
const documented = [...text.matchAll(/^\| `([A-Z][A-Z_]+)` /gm)].map(([, name]) => name);

/** Every name that reading the settings looks at. */
function namesRead(): Set<string> {
  const asked = new Set<string>();
  const given = { REDIS_URL: "redis://redis.test", RUNS_KEY: Buffer.alloc(32).toString("base64") };
  const granted = { LLM_ALLOWED_ORIGINS: "https://api.test" };
  const env: Record<string, string> = { ...given, ...granted };
  readSettings(
    new Proxy(env, {
      get(target, name) {
        asked.add(String(name));
        return Reflect.get(target, name);
      },
    }),
  );
  return asked;
}

describe("docs/OPERATIONS.md", () => {
  it("lists every setting that is read, once, and no other", () => {
    expect([...documented].sort()).toEqual([...namesRead()].sort());
  });
});
