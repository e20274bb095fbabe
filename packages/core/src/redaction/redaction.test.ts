import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import { fromPlain } from "../json/plain-json.ts";
import { compactJson } from "../json/print-json.ts";
import { explainInput } from "../references/explain.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { collectSecrets } from "./collect-secrets.ts";
import { createRedactor } from "./create-redactor.ts";
import { redactExplanation } from "./redact-explanation.ts";
import { scrubDiagnostics } from "./scrub-diagnostics.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const overlay = (text: string) => createRedactor(read(text) as JsonObject);
const clean = (secrets: string, value: string) => compactJson(overlay(secrets).value(read(value)));

describe("what counts as a secret", () => {
  it.each([
    ['{"a":" k9 "}', ["k9"]],
    ['{"a":""}', []],
    ['{"a":true,"b":null}', []],
    ['{"a":7,"b":1.0}', ["1.0", "7"]],
    [
      '{"_sig":"t=55512,v1=\\"abcdef99\\""}',
      ['t=55512,v1="abcdef99"', "abcdef99", "55512", 't=55512,v1=\\"abcdef99\\"'],
    ],
    ['{"_headers":{"authorization":"Bearer k9"}}', ["authorization", "Bearer k9", "k9"]],
    ['{"a":"basic\\tq q"}', ["basic\tq q", "q q", "basic\\tq q"]],
    [
      '{"a":"{\\"user\\":\\" ann \\",\\"n\\":[4,true]}"}',
      ['{"user":" ann ","n":[4,true]}', "user", "ann", "n", "4", '{\\"user\\":\\" ann \\",\\"n\\":[4,true]}'],
    ],
    ['{"a":["x",["y"]]}', ["x", "y"]],
  ])("[06 §3] %s", (text, expected) => {
    expect(new Set(collectSecrets(read(text) as JsonObject))).toEqual(new Set(expected));
  });
});

describe("what is changed", () => {
  it("[06 §4] removes keys that are protected or contain a secret, at any depth", () => {
    expect(clean('{"token_key":"s3"}', '{"a":{"token_key":1,"as3b":2,"c":3}}')).toBe('{"a":{"c":3}}');
    expect(clean('{"_box":{"value":"q"}}', '{"tool_result_value":1,"z":"q"}')).toBe('{"z":"[REDACTED]"}');
  });

  it("[06 §4] replaces in strings, longest first, and never inside a marker", () => {
    expect(clean('{"a":"abc","b":"abcdef"}', '["xabcdefx","abc abc"]')).toBe(
      '["x[REDACTED]x","[REDACTED] [REDACTED]"]',
    );
    expect(clean('{"a":"bcdef","b":"abc"}', '"abcdef"')).toBe('"a[REDACTED]"');
    expect(clean('{"a":"q9","b":"RED"}', '"q9"')).toBe('"[REDACTED]"');
    expect(clean('{"a":"1"}', '"v1.1"')).toBe('"v[REDACTED].[REDACTED]"');
  });

  it("[06 §4] turns numbers that are secrets into the marker, and leaves booleans and null", () => {
    expect(clean('{"pin":7,"f":1.5}', "[7,7.0,70,1.5,true,null]")).toBe('["[REDACTED]",7.0,70,"[REDACTED]",true,null]');
  });

  it("[06 §3] finds the JSON-escaped form in texts", () => {
    expect(clean('{"a":"p\\"w"}', '"{\\"k\\":\\"p\\\\\\"w\\"}"')).toBe('"{\\"k\\":\\"[REDACTED]\\"}"');
  });

  it("gives back what it need not change, without a copy", () => {
    const value = read('{"a":[{"b":"c"}]}');
    expect(overlay('{"s":"zz"}').value(value)).toBe(value);
    expect(overlay("{}").idle).toBe(true);
  });

  it("stays linear when a short secret occurs everywhere", () => {
    const redactor = overlay('{"a":"1","b":"11"}');
    expect(redactor.text("1".repeat(300_001)).length).toBe(150_001 * "[REDACTED]".length);
  });

  it("[06 §4] leaves no secret anywhere", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "=", ",", '"', "1", " "), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.array(text, { maxLength: 6 }),
        (secrets, strings) => {
          const redactor = createRedactor(new Map(secrets.map((secret, index) => [`k${index}`, secret])));
          for (const string of strings) {
            const kept = redactor.text(string).split("[REDACTED]");
            for (const secret of collectSecrets(redactor.overlay)) {
              for (const part of kept) expect(part.includes(secret)).toBe(false);
            }
          }
        },
      ),
    );
  });
});

describe("what is shown of an explanation", () => {
  it("[06 §4] is clean of secrets, offered references included", () => {
    const secrets = read('{"_headers":{"authorization":"Bearer k9-zz"}}') as JsonObject;
    const redactor = createRedactor(secrets);
    const call = read('{"name":"f","arguments":{"authorization":1}}') as JsonObject;
    const input = read(
      '{"all":"ctx._headers","one":"ctx._headers.authorization","miss":"ctx._headers.authorisation","at":"arguments.authorisation"}',
    ) as JsonObject;
    const shown = explainInput(input, { call, context: secrets }).explanations.map((one) =>
      redactExplanation(one, redactor),
    );
    const said = compactJson(
      fromPlain(
        shown.map(({ key, reference, ...rest }) => ({ ...rest, hops: rest.hops.map((hop) => hop.value ?? null) })),
      ),
    );
    for (const secret of collectSecrets(secrets)) expect(said).not.toContain(secret);
    expect(shown[1]).toMatchObject({ reference: "ctx._headers.authorization", value: "[REDACTED]" });
  });
});

describe("scrubbing diagnostics", () => {
  it.each([
    ["https://ann:pw@Api.test:8443/v1/u?limit=5#x", "https://api.test:8443/[REDACTED]?limit=%5BREDACTED%5D"],
    ["http://h.test", "http://h.test/[REDACTED]"],
    ["postgres://root:pw@db.test/app?sslmode=require", "postgres://db.test/app?sslmode=%5BREDACTED%5D"],
    ["see HTTPS://H.test/a), then", "see https://h.test/[REDACTED] then"],
    ["at 'http://h.test/a?b' x", "at 'http://h.test/[REDACTED]?b=%5BREDACTED%5D' x"],
    ["http://h.test/%zz", "[REDACTED URL]"],
    ["http://", "[REDACTED URL]"],
    ["http://h.test:99999/", "[REDACTED URL]"],
    ["redis://:pw@r.test:6379/0", "redis://r.test:6379/0"],
    ["sqlite:///data/app.db?mode=rw#f", "sqlite:///data/app.db?mode=%5BREDACTED%5D"],
    ["mongodb+srv://u:p@m.test/db", "mongodb+srv://m.test/db"],
    ["amqp://guest@q.test/", "amqp://guest@q.test/"],
    ["x_amqp://u:p@q.test/ 1amqp://u:p@q.test", "x_amqp://q.test/ 1amqp://q.test"],
    ["amqp://u:p@ss:w@q.test/v", "amqp://q.test/v"],
    ["Invalid Redis URL: anything at all\nhere", "Invalid Redis URL: [REDACTED URL]"],
  ])("[06 §5] URL %s", (text, expected) => {
    expect(scrubDiagnostics(text)).toBe(expected);
  });

  it.each([
    ["password=hunter9 and more", "password=[REDACTED] and more"],
    ["token: t-1 t-2, next", "token: [REDACTED], next"],
    ["passwd = 'it''s'", "passwd = '[REDACTED]'"],
    ['"client_secret": "a\\"b"', '"client_secret": "[REDACTED]"'],
    ["my_token=keep", "my_token=keep"],
    ["tokens=keep token-x=keep xtoken=keep étoken=keep", "tokens=keep token-x=keep xtoken=keep étoken=keep"],
    ["PWD:a b;c", "PWD:[REDACTED];c"],
    ["api-key=1&apikey=2&api_key=3", "api-key=[REDACTED]&apikey=[REDACTED]&api_key=[REDACTED]"],
    ["x-api-key: k9", "x-api-key: [REDACTED]"],
    ["secret={a {b} c} d", "secret=[REDACTED] d"],
    ["Authorization: Bearer abc def", "Authorization: [REDACTED]"],
    ["'token' = x", "'token' = [REDACTED]"],
    ["\"token' = x", "\"token' = x"],
    ["token is required", "token is required"],
    ["token=", "token="],
    ["password='open", "password='[REDACTED]"],
    ["a\nb\tc\u0007", "a b c "],
    ["http://h.test/?api_key=z", "http://h.test/[REDACTED]?api_key=[REDACTED]"],
  ])("[06 §5] assignment %s", (text, expected) => {
    expect(scrubDiagnostics(text)).toBe(expected);
  });

  it("[06 §4] scrubs first, then replaces secrets", () => {
    expect(overlay('{"s":"k9"}').diagnostics("password=k9 and k9")).toBe("password=[REDACTED] and [REDACTED]");
  });

  it.each(["a", "a.", "a:", "://", "http://", "a://b:", "token=", "token:'", "secret={", '"pwd', "password "])(
    "takes time in proportion to the length of repeated %j",
    (part) => {
      const time = (length: number) => {
        const text = part.repeat(length / part.length);
        const began = performance.now();
        scrubDiagnostics(text);
        return performance.now() - began;
      };
      time(20_000);
      // Quadratic work would take hundreds of times as long; the constant keeps a noisy machine from failing this.
      expect(time(640_000)).toBeLessThan(100 * time(20_000) + 1_000);
    },
  );

  it("stays quick on long texts", () => {
    const text = `${"token ".repeat(20_000)}${"http://h.test/ ".repeat(2_000)}`;
    expect(scrubDiagnostics(text)).toContain("http://h.test/[REDACTED]");
  });
});
