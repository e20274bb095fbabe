import { describe, expect, it } from "vitest";
import { SettingsError } from "../settings/settings-error.ts";
import { readQueueSettings } from "./queue-settings.ts";

const RUNS_KEY = Buffer.alloc(32, 7).toString("base64");
const REDIS_URL = "redis://ann:canary-password@redis.test:6379/2";

describe("the settings of the queue", () => {
  it("ask for no queue without REDIS_URL", () => {
    expect(readQueueSettings({ RUNS_KEY })).toBeUndefined();
    expect(readQueueSettings({ REDIS_URL: "" })).toBeUndefined();
  });

  it("have defaults for everything but the key", () => {
    const settings = readQueueSettings({ REDIS_URL, RUNS_KEY });
    expect(settings).toMatchObject({ redisUrl: REDIS_URL, prefix: "tool-dispatch", lostAfterMs: 10_000, slots: 64 });
    expect(settings?.runsKey.symmetricKeySize).toBe(32);
  });

  it.each([
    ["no key", { RUNS_KEY: "" }],
    ["a short key", { RUNS_KEY: Buffer.alloc(16).toString("base64") }],
    ["a key that is no base64", { RUNS_KEY: `${RUNS_KEY.slice(0, -4)}*&==` }],
    ["a key with something after it", { RUNS_KEY: `${RUNS_KEY}\n` }],
    ["another protocol", { REDIS_URL: "http://canary-password@redis.test" }],
    ["no address", { REDIS_URL: "canary-password" }],
    ["a prefix with a colon", { QUEUE_PREFIX: "a:b" }],
    ["a time that is no number", { QUEUE_WAIT_MS: "1e4" }],
    ["a time that is too short", { QUEUE_LOST_AFTER_MS: "10" }],
    ["no slots", { QUEUE_SLOTS: "0" }],
  ])("refuse %s, and repeat no secret", (_title, change) => {
    const read = () => readQueueSettings({ REDIS_URL, RUNS_KEY, ...change });
    expect(read).toThrow(SettingsError);
    expect(read).not.toThrow(/canary-password|BwcH/);
  });
});
