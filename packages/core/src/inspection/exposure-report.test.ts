import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "../json/parse-json.ts";
import { fromPlain } from "../json/plain-json.ts";
import { compactJson } from "../json/print-json.ts";
import { explainInput } from "../references/explain.ts";
import type { CallReport } from "../vocabulary/event.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";
import { type Exposure, exposureReport } from "./exposure-report.ts";

const read = (text: string): Json => {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
};
const object = (text: string) => read(text) as JsonObject;

interface Planted {
  readonly call?: Json;
  readonly input?: JsonObject;
  readonly childInput?: Json;
  readonly result?: Json;
  readonly content?: string;
  readonly error?: string;
}

/** A report as a run makes it, with values put where a test wants them. */
function report(planted: Planted, parent: JsonObject = new Map()): CallReport {
  const call = new Map<string, Json>([["arguments", planted.call ?? null]]);
  const { values, explanations } = explainInput(planted.input ?? new Map(), { call, context: parent });
  const entry = new Map<string, Json>([["result", planted.result ?? null]]);
  if (planted.error !== undefined) entry.set("error", planted.error);
  return {
    call,
    references: explanations,
    outcome: {
      status: planted.error === undefined ? "success" : "failed",
      entry,
      message: new Map([["content", planted.content ?? ""]]),
      origin: "tool_result_value",
      child_input: new Map([...values, ["planted", planted.childInput ?? null]]),
    },
  };
}

const brief = (exposures: readonly Exposure[]) =>
  exposures.map(({ path, hits }) => [path, ...hits.map((hit) => `${hit.call} ${hit.station} ${hit.path}`)]);

describe("where values went", () => {
  it("names for each value the stations it reached, and where it stands in them", () => {
    const context = object('{"user":{"name":"Ada Lovelace","private_note":"in debt"},"locale":"nb-NO"}');
    const input = object('{"who":"ctx.user","payload":{"a/b":"ctx.locale"}}');
    const calls = [
      report({ input, result: "none", content: "none" }, context),
      report({
        result: fromPlain({ note: "he is in debt" }),
        content: '{"note":"he is in debt"}',
        error: "Ada Lovelace?",
      }),
      { call: new Map(), references: [], outcome: { status: "not-run" } } as const,
      { call: new Map(), references: [], outcome: { status: "error", error: "no nb-NO here" } } as const,
    ];
    expect(brief(exposureReport({ context, secrets: new Map(), calls }))).toEqual([
      ["/user/name", "0 child-context /who/name", "1 error "],
      ["/user/private_note", "0 child-context /who/private_note", "1 result /note", "1 message /content"],
      ["/locale", "0 child-context /payload/a~1b", "3 error "],
    ]);
  });

  it("counts places, and says when the call holds the same text", () => {
    const context = object('{"city":"Berlin"}');
    const calls = [report({ call: "to Berlin", result: read('["Berlin","Berlin"]'), content: "x" })];
    expect(exposureReport({ context, secrets: new Map(), calls })).toEqual([
      {
        origin: "context",
        path: "/city",
        traced: true,
        hits: [{ call: 0, station: "result", path: "/0", places: 2, alsoInCall: true }],
      },
    ]);
  });

  it("finds texts in keys and JSON-escaped in message texts", () => {
    const context = object('{"quoted":"say \\"hi\\"","key":"field-name"}');
    const result = new Map<string, Json>([["field-name", 'say "hi"']]);
    const calls = [report({ result, content: compactJson(result) })];
    expect(brief(exposureReport({ context, secrets: new Map(), calls }))).toEqual([
      ["/quoted", "0 result /field-name", "0 message /content"],
      ["/key", "0 result /field-name", "0 message /content"],
    ]);
  });

  it("finds numbers and short texts only where they stand alone", () => {
    const context = object('{"pin":4711,"price":12.5,"code":"abc"}');
    const hits = (result: Json) =>
      exposureReport({ context, secrets: new Map(), calls: [report({ result })] }).map((one) => one.hits.length);
    expect(hits("4711, 12.5 and abc!")).toEqual([1, 1, 1]);
    expect(hits(read('{"a":4711,"b":[12.5]}'))).toEqual([1, 1, 0]);
    expect(hits("47110 x4711 4711.5 -4711 1.4711 12.55 abcd éabc abc_")).toEqual([0, 0, 0]);
    expect(hits(read("[47110,-4711,112.5]"))).toEqual([0, 0, 0]);
  });

  it("follows references for what cannot be looked for, and for secrets", () => {
    const context = object('{"flags":{"admin":true,"tier":1,"gone":null,"empty":""},"list":[["x"]]}');
    const secrets = object('{"_vault":{"key":"k9-secret"}}');
    const input = object('{"f":"ctx.flags","auth":"ctx._vault.key","item":"ctx.list.+0","b":"ctx.flags.nothing"}');
    const exposures = exposureReport({
      context,
      secrets,
      calls: [report({ input, childInput: "[REDACTED]" }, new Map([...context, ...secrets]))].map(withoutSecret),
    });
    expect(brief(exposures)).toEqual([
      ["/flags/admin", "0 child-context /f/admin"],
      ["/flags/tier", "0 child-context /f/tier"],
      ["/flags/gone", "0 child-context /f/gone"],
      ["/flags/empty", "0 child-context /f/empty"],
      ["/list/0/0", "0 child-context /item/0"],
      ["/_vault/key", "0 child-context /auth"],
    ]);
    expect(exposures.map((one) => one.traced)).toEqual([false, false, false, false, false, true]);
  });

  it("[05 §1] counts no input that was taken out before the child started", () => {
    const context = object('{"on":true}');
    const secrets = object('{"_vault":"zz"}');
    const whole = report({ input: object('{"_vault":"ctx.on"}') }, context);
    expect(exposureReport({ context, secrets, calls: [withoutSecret(whole)] })[0]?.hits).toEqual([]);
  });

  it("reports a secret that stands in a text as found there", () => {
    const calls = [report({ content: "it is k9-secret" })];
    const exposures = exposureReport({ context: new Map(), secrets: object('{"s":"k9-secret"}'), calls });
    expect(brief(exposures)).toEqual([["/s", "0 message /content"]]);
  });
});

/** As the overlay leaves a child context. */
function withoutSecret(one: CallReport): CallReport {
  if (!("entry" in one.outcome)) return one;
  const childInput = new Map(one.outcome.child_input);
  childInput.delete("_vault");
  if (childInput.has("auth")) childInput.set("auth", "[REDACTED]");
  return { ...one, outcome: { ...one.outcome, child_input: childInput } };
}

describe("planted values", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", '"', "\n", "é", "😀", "1"), minLength: 4, maxLength: 7 });
  const words = fc.uniqueArray(word, { minLength: 1, maxLength: 8 });

  it("are reported exactly where a search of the outputs finds them", () => {
    fc.assert(
      fc.property(
        words,
        fc.array(fc.array(fc.nat(7), { maxLength: 5 }), { minLength: 4, maxLength: 4 }),
        (texts, picks) => {
          const context = new Map<string, Json>([["all", texts]]);
          const [inChild, inResult, inContent, inError] = picks.map((pick) =>
            pick.map((index) => `<${texts[index % texts.length]}>`),
          ) as [string[], string[], string[], string[]];
          const one = report({
            childInput: inChild,
            result: new Map([["deep", [inResult]]]),
            content: compactJson(inContent),
            error: inError.join(" "),
          });
          const exposures = exposureReport({ context, secrets: new Map(), calls: [one] });
          // As a person would search: the values, each string by itself, plain or escaped.
          const stands = (strings: readonly string[], text: string) =>
            strings.some((string) => string.includes(text) || string.includes(JSON.stringify(text).slice(1, -1)));
          texts.forEach((text, index) => {
            const reached = new Set(exposures[index]?.hits.map((hit) => hit.station));
            expect([...reached].sort()).toEqual(
              [
                stands(inChild, text) && "child-context",
                stands(inResult, text) && "result",
                stands([compactJson(inContent)], text) && "message",
                stands([inError.join(" ")], text) && "error",
              ]
                .filter((station) => station !== false)
                .sort(),
            );
          });
        },
      ),
      { numRuns: 500 },
    );
  });

  it("are found among many in a large result", () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `https://example.test/customers/${index * 7919}`);
    const context = new Map<string, Json>([["ids", ids]]);
    const result = `${"https://example.test/nothing ".repeat(20_000)}${ids[777]} ${"é".repeat(300)}`;
    const exposures = exposureReport({ context, secrets: new Map(), calls: [report({ result })] });
    const planted = ids.filter((id) => ids[777]?.startsWith(id)).map((id) => `/ids/${ids.indexOf(id)}`);
    expect(exposures.filter((one) => one.hits.length > 0).map((one) => one.path)).toEqual(planted);
  });

  it("longer than what is compared at first are compared to their end", () => {
    const long = "x".repeat(400);
    const context = new Map<string, Json>([
      ["a", `${long}a`],
      ["b", `${long}b`],
    ]);
    const exposures = exposureReport({ context, secrets: new Map(), calls: [report({ result: `..${long}b` })] });
    expect(brief(exposures)).toEqual([["/a"], ["/b", "0 result "]]);
  });
});
