import { describe, expect, it } from "vitest";
import { findTokenLike } from "./find-token-like.ts";

// Put together here, so that no scanner takes this file for a leak.
const join = (...parts: string[]) => parts.join("");

describe("texts that look like credentials", () => {
  it.each([
    ["an OpenAI key", join("sk-", "proj-Ab3dEf6hIj9kLmN0pQ")],
    ["an Anthropic key", join("sk-", "ant-api03-Ab3dEf6hIj9kLmN0pQ")],
    ["a GitHub token", join("ghp_", "Ab3dEf6hIj9kLmN0pQrStUv")],
    ["an AWS access key", join("AKIA", "Q3EXAMPLE7ABCDEF")],
    ["a signed web token", join("eyJ", "hbGciOiJIUzI1NiJ9", ".eyJzdWIiOiIxIn0xx", ".c2lnbmF0dXJl")],
    ["an authorization header", "Bearer k9-k9-k9-k9-k9"],
    ["credentials in a URL", "postgres://root:hunter2@"],
    ["a password or key", 'password":"hunter22'],
    ["a long random text", "Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0Lb"],
  ])("finds %s with its place", (looksLike, token) => {
    const text = `{"note":"use ${token}"}`;
    const [hit, ...more] = findTokenLike(text);
    expect(more).toEqual([]);
    expect(hit?.looksLike).toBe(looksLike);
    expect(hit && text.slice(hit.range.start, hit.range.end)).toContain(token.slice(0, 12));
    expect(hit?.masked).not.toContain(token.slice(5));
  });

  it("leaves ordinary calls alone", () => {
    for (const text of [
      '{"id":"call_9pw1qnYScqvGrCH58HWCvFH6aBcD","type":"function","function":{"name":"get_weather"}}',
      '{"id":"toolu_01A09q90qw90lq917835lq9Zx81","name":"f"}',
      "123e4567-e89b-12d3-a456-426614174000",
      "tool_weather_subworkflow_with_a_rather_long_name.lua",
      '{"path":"packages/core/src/inspection/find-token-like.ts"}',
      "assert(ctx.user_id ~= json_null, 'user_id is required')",
      "secret = nil",
    ]) {
      expect(findTokenLike(text), text).toEqual([]);
    }
  });

  it("reports each place once, in order", () => {
    const text = `api_key=${join("sk-", "Ab3dEf6hIj9kLmN0pQrStUv")} then password=hunter22x`;
    const hits = findTokenLike(text);
    expect(hits).toHaveLength(2);
    expect(hits[0]?.range.start).toBeLessThan(hits[1]?.range.start ?? 0);
  });

  it.each(["a.", "eyJaaaaaaaa-", "a://b:", "bearer ", "-----BEGIN PRIVATE KEY-----", "secret=", "aB3"])(
    "takes time in proportion to the length of repeated %j",
    (part) => {
      const time = (length: number) => {
        const text = part.repeat(length / part.length);
        const began = performance.now();
        findTokenLike(text);
        return performance.now() - began;
      };
      time(20_000);
      // Quadratic work would take hundreds of times as long; the constant keeps a noisy machine from failing this.
      expect(time(640_000)).toBeLessThan(100 * time(20_000) + 1_000);
    },
  );
});
