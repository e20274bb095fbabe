import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import type { JsonObject } from "../vocabulary/json.ts";
import { checkSecrets } from "./check-secrets.ts";
import { collectSecrets } from "./collect-secrets.ts";
import { createRedactor } from "./create-redactor.ts";

const object = (text: string): JsonObject => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value as JsonObject;
};
const messages = (secrets: string, context = "{}") =>
  checkSecrets(object(secrets), object(context)).map(({ code, message }) => `${code}: ${message}`);

describe("warnings about secrets", () => {
  it.each([
    ['{"_k":"long-enough-q9"}', "{}", []],
    [
      '{"_k":"q9"}',
      "{}",
      ["short-secret: A secret text of `_k` has only 2 characters: whatever contains it is hidden as well."],
    ],
    [
      '{"_box":{"value":"zz-top-1"}}',
      "{}",
      [
        "hides-keys: The field name `value` of `_box` counts as a secret and takes away keys that every run needs, such as `tool_result_value`.",
      ],
    ],
    [
      '{"_k":"tool_call"}',
      "{}",
      ["hides-keys: A secret text of `_k` counts as a secret and takes away keys that every run needs."],
    ],
    [
      '{"_k":"Bearer k9-zz-1"}',
      '{"user":{"note":"k9-zz-1 is mine"}}',
      ["secret-in-context: A secret text of `_k` also stands in the context, which is stored and shared."],
    ],
    [
      '{"_k":{"auth header":"k9 \\"zz\\""}}',
      '{"auth header":["k9 \\"zz\\""]}',
      ["secret-in-context: A secret text of `_k` also stands in the context, which is stored and shared."],
    ],
    ['{"_k":{"locale_name":"k9-zz-1"}}', '{"locale_name":"nb"}', []],
    ['{"_k":true,"_n":null}', '{"a":true}', []],
  ])("[06 §3–4] %s with the context %s", (secrets, context, expected) => {
    expect(messages(secrets, context)).toEqual(expected);
  });

  it("[06 §4] are true: a key that is said to be taken away is", () => {
    const secrets = object('{"_box":{"value":"zz-top-1"}}');
    const published = object('{"tool_result_value":1,"tool_result_text":"x"}');
    expect([...createRedactor(secrets).object(published).keys()]).toEqual(["tool_result_text"]);
  });

  it("never contain a secret text that is no field name", () => {
    const secrets = object('{"_a":"hunter2-zz","_b":"zq","_c":"result"}');
    const said = messages('{"_a":"hunter2-zz","_b":"zq","_c":"result"}', '{"x":"hunter2-zz"}').join(" ");
    expect(collectSecrets(secrets).filter((secret) => said.includes(secret))).toEqual([]);
  });
});
