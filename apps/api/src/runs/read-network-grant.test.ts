import { describe, expect, it } from "vitest";
import { NetworkSettingsError, readNetworkGrant, readPageOrigins } from "./read-network-grant.ts";

describe("LLM_ALLOWED_ORIGINS", () => {
  it("grants nothing when it is not set, whatever keys there are", () => {
    expect(readNetworkGrant({ OPENAI_API_KEY: "k" })).toBeUndefined();
    expect(readNetworkGrant({ LLM_ALLOWED_ORIGINS: " , " })).toBeUndefined();
  });

  it("lists origins, and keys for each of them", () => {
    expect(
      readNetworkGrant({
        LLM_ALLOWED_ORIGINS: "https://api.openai.com, http://127.0.0.1:8080/",
        OPENAI_API_KEY: "k1",
        LLM_API_KEYS: "http://127.0.0.1:8080=k2=x, https://b.test=k3",
      }),
    ).toEqual({
      allowedOrigins: ["https://api.openai.com", "http://127.0.0.1:8080"],
      keys: new Map([
        ["https://api.openai.com", "k1"],
        ["http://127.0.0.1:8080", "k2=x"],
        ["https://b.test", "k3"],
      ]),
    });
  });

  it.each(["*", "api.openai.com", "https://a.test/v1", "https://u:p@a.test", "ftp://a.test", "https://a.test?x"])(
    "refuses %s",
    (text) => expect(() => readNetworkGrant({ LLM_ALLOWED_ORIGINS: text })).toThrow(NetworkSettingsError),
  );

  it("never repeats what may be a key", () => {
    const read = () => readNetworkGrant({ LLM_ALLOWED_ORIGINS: "https://a.test", LLM_API_KEYS: "sk-canary" });
    expect(read).toThrow(NetworkSettingsError);
    expect(read).not.toThrow("sk-canary");
  });
});

describe("what the page itself may call", () => {
  it("takes origins alone, and none unless given", () => {
    expect(readPageOrigins({})).toEqual([]);
    expect(readPageOrigins({ PAGE_CONNECT_ORIGINS: "https://a.test/, http://127.0.0.1:9" })).toEqual([
      "https://a.test",
      "http://127.0.0.1:9",
    ]);
    expect(() => readPageOrigins({ PAGE_CONNECT_ORIGINS: "*" })).toThrow("PAGE_CONNECT_ORIGINS");
  });
});
