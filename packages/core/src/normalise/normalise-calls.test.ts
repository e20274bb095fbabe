import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import { compactJson } from "../json/print-json.ts";
import type { Json, JsonArray, JsonObject } from "../vocabulary/json.ts";
import { callArguments, callId, callIndex, callName } from "./call-fields.ts";
import { normaliseCall, normaliseCalls } from "./normalise-calls.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const calls = (text: string) => normaliseCalls(read(text) as JsonArray);
const one = (text: string, position = 0) => normaliseCall(read(text) as JsonObject, position);

describe("raw or normalised", () => {
  it("[01 §2] uses an array as it is when every member is normalised, nulls included", () => {
    const text =
      '[{"name":"f","arguments":null,"raw_arguments":null},{"name":"","arguments":1,"raw_arguments":2,"x":3}]';
    const outcome = calls(text);
    expect(outcome.already).toBe(true);
    expect(compactJson(outcome.calls as JsonArray)).toBe(compactJson(read(text)));
    expect(calls("[]")).toEqual({ already: true, calls: [], positions: [], dropped: [] });
  });

  it("[01 §2] normalises all when one member is not", () => {
    const outcome = calls('[{"name":"f","arguments":{},"raw_arguments":"{}","index":9},{"name":"g"},7]');
    expect(outcome.already).toBe(false);
    expect(outcome.calls.map((call) => call.get("index"))).toEqual([0n, 1n]);
    expect(outcome.dropped).toEqual([2]);
  });

  it("[01 §3] counts dropped members in positions and invented ids", () => {
    const outcome = calls('[null,"x",{"function":{"name":"f"}},[],{"id":"","name":"g"}]');
    expect(outcome.calls.map((call) => [call.get("id"), call.get("index")])).toEqual([
      ["call_3", 2n],
      ["", 4n],
    ]);
    expect(outcome.positions).toEqual([2, 4]);
    expect(outcome.dropped).toEqual([0, 1, 3]);
  });
});

describe("one call", () => {
  it("[01 §3] has its seven fields", () => {
    const raw = '{"id":"c","type":"t","function":{"name":"f","arguments":"{\\"a\\":1.0}"}}';
    expect(compactJson(one(raw))).toBe(
      `{"arguments":{"a":1.0},"id":"c","index":0,"name":"f","raw_arguments":"{\\"a\\":1.0}","raw_call":${compactJson(read(raw))},"type":"t"}`,
    );
  });

  it.each([
    ['{"function":{"arguments":"{city: 1"}}', "{city: 1", "{city: 1"],
    ['{"arguments":""}', "", ""],
    ['{"function":{"name":"f"}}', "{}", new Map()],
    ['{"arguments":null}', "null", null],
    ['{"function":{"arguments":null},"arguments":"{}"}', "null", null],
    ['{"arguments":"7"}', "7", 7n],
    [
      '{"arguments":{"b":1,"a":2}}',
      '{"a":2,"b":1}',
      new Map([
        ["a", 2n],
        ["b", 1n],
      ]),
    ],
    ['{"function":5,"arguments":"[1]"}', "[1]", [1n]],
    ['{"arguments":"1e999"}', "1e999", "1e999"],
    ['{"arguments":"{} x"}', "{} x", "{} x"],
  ])("[01 §3] reads the arguments of %s", (text, rawArguments, parsed) => {
    expect(one(text).get("raw_arguments")).toBe(rawArguments);
    expect(one(text).get("arguments")).toEqual(parsed);
  });

  it("[01 §3] takes names and types only when they are strings", () => {
    expect(one('{"function":{"name":1},"name":"g"}').get("name")).toBe("g");
    expect(one('{"function":{"name":"f"},"name":"g"}').get("name")).toBe("f");
    expect(one('{"name":null,"type":4,"id":7}', 4).get("name")).toBe("unknown");
    expect(one('{"name":null,"type":4,"id":7}', 4).get("type")).toBe("function");
    expect(one('{"name":null,"type":4,"id":7}', 4).get("id")).toBe("call_5");
  });

  it("[01 §4, 05 §1] is read through its fields whatever they hold", () => {
    const odd = read('{"name":1,"id":2,"index":-1}') as JsonObject;
    expect([callName(odd), callId(odd), callArguments(odd), callIndex(odd, 3)]).toEqual(["unknown", "", null, 3n]);
    expect(callIndex(read('{"index":2.0}') as JsonObject, 0)).toBe(2n);
    expect(callIndex(read('{"index":2.5}') as JsonObject, 1)).toBe(1n);
  });
});
