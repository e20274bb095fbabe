import { describe, expect, it } from "vitest";
import { readSettings } from "./read-settings.ts";
import { SettingsError } from "./settings-error.ts";

describe("the settings", () => {
  it("need nothing", () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({ port: 8787, logLevel: "info", network: undefined, metricsToken: undefined });
    expect(settings.corsOrigins).toEqual([]);
    expect(settings.shares).toMatchObject({ databaseUrl: undefined, sqliteFile: "data/shares.sqlite" });
    expect(settings.runs.workers).toBeGreaterThanOrEqual(2);
  });

  it("take an empty text for none", () => {
    expect(readSettings({ DATABASE_URL: "", RUN_QUEUE: "", LOG_LEVEL: "" })).toEqual(readSettings({}));
  });

  it.each([
    { RUN_WORKERS: "0" },
    { RUN_WORKERS: "two" },
    { RUN_QUEUE: "-1" },
    { RUN_BODY_MIB: "1.5" },
    { RUN_MAX_LOG_LINES: "1e3" },
    { SHARES_DAYS: "99999" },
    { TRUSTED_PROXIES: "true" },
    { RATE_RUNS_PER_MINUTE: " 5" },
    { LOG_LEVEL: "loud" },
    { RUN_CEILINGS: "IRONFLOW_LUA_MAX_SECONDS" },
    { RUN_CEILINGS: "IRONFLOW_LUA_MAX_SECONDS=0" },
    { RUN_CEILINGS: "constructor=5" },
    { CORS_ORIGINS: "*" },
  ])("refuse what they cannot use, by name: %j", (env) => {
    const [name = ""] = Object.keys(env);
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(name);
  });

  it("[08 §1] raise the ceilings of scenarios by name", () => {
    const RUN_CEILINGS = "IRONFLOW_LUA_MAX_SECONDS=120, IRONFLOW_LUA_MAX_MEMORY_BYTES = 1073741824";
    const { ceilings } = readSettings({ RUN_CEILINGS }).runs;
    expect(ceilings.get("IRONFLOW_LUA_MAX_SECONDS")).toBe(120);
    expect(ceilings.get("IRONFLOW_LUA_MAX_MEMORY_BYTES")).toBe(1_073_741_824);
    expect(ceilings.get("IRONFLOW_MAX_RUN_SECONDS")).toBe(300);
  });
});
