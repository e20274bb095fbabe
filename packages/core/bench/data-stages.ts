/**
 * CPU time of the stages that need no Lua: reading and printing JSON, normalising, resolving, explaining, redacting.
 * `npx tsx packages/core/bench/data-stages.ts`
 */
import {
  type CallReport,
  compactJson,
  createRedactor,
  explainInput,
  exposureReport,
  inspectOutput,
  type Json,
  type JsonArray,
  type JsonObject,
  normaliseCalls,
  parseJson,
  parseJsonWithSource,
  resolveInput,
  scrubDiagnostics,
} from "../src/index.ts";

const ROUNDS = 15;

function read(text: string): Json {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

/** Median over rounds of the time of one repetition, in microseconds. */
function measure(repetitions: number, work: () => unknown): number {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    for (let repetition = 0; repetition < repetitions; repetition++) work();
    samples.push(((performance.now() - began) * 1000) / repetitions);
  }
  return samples.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

const smallText = '{"city":"Oslo","days":3,"units":"metric","precise":true,"limit":2.5,"note":"wind & rain"}';
const escapedText = JSON.stringify({ text: 'line one\nline "two"\t\u0001 é', path: "C:\\temp\\x" });
const longText = JSON.stringify({ body: "z".repeat(3 * 1024 * 1024) });
const manyText = JSON.stringify(Array.from({ length: 50_000 }, (_, index) => (index % 2 === 0 ? index : `v${index}`)));
const rowsText = JSON.stringify(
  Array.from({ length: 5_000 }, (_, id) => ({ id, name: `name ${id}`, score: id + 0.5, tags: ["a", "b"], gone: null })),
);
const rawCalls = read(
  JSON.stringify([{ id: "call_1", type: "function", function: { name: "get_weather", arguments: smallText } }]),
) as JsonArray;
const call = normaliseCalls(rawCalls).calls[0] as JsonObject;
const contextKeys = Array.from({ length: 40 }, (_, index) => [`context_key_${index}`, { id: index, name: "n" }]);
const context = read(
  JSON.stringify({ user: { profile: { name: "Ada" } }, ...Object.fromEntries(contextKeys) }),
) as JsonObject;
const references = [
  "arguments.city",
  "ctx.user.profile.name",
  "arguments.town",
  "ctx.usr.id",
  "metric",
  "tool_name",
  "ctx.user.id.x",
];
const hundred = new Map<string, Json>(
  Array.from({ length: 100 }, (_, index) => [`key_${index}`, references[index % references.length] as string]),
);
const scope = { call, context };
const busy = createRedactor(read('{"_headers":{"authorization":"Bearer k9-long-token"},"pin":4711}') as JsonObject);
const rows = read(rowsText);
const output = new Map([["rows", rows]]);
const errorText = '[string "f.lua"]:3: GET https://ann:pw@api.test/v1/u?limit=5 failed with password=hunter9, line 2';

const reportContext = new Map<string, Json>([
  ["customers", Array.from({ length: 10_000 }, (_, index) => `https://example.test/customers/${index * 7919}`)],
]);
const manyCalls: CallReport[] = Array.from({ length: 200 }, (_, index) => ({
  call,
  references: [],
  outcome: {
    status: "success",
    entry: new Map<string, Json>([["result", `row ${index} ${"z".repeat(index === 0 ? 3 * 1024 * 1024 : 2_000)}`]]),
    message: new Map<string, Json>([["content", "https://example.test/none ".repeat(100)]]),
    origin: "tool_result_value",
  },
}));

const workloads: [name: string, repetitions: number, work: () => unknown][] = [
  ["read 90 bytes", 5_000, () => parseJson(smallText)],
  ["read 90 bytes with places", 5_000, () => parseJsonWithSource(smallText)],
  ["read escapes", 5_000, () => parseJson(escapedText)],
  ["read one string of 3 MiB", 2, () => parseJson(longText)],
  ["read 50,000 values", 3, () => parseJson(manyText)],
  ["read 5,000 rows", 2, () => parseJson(rowsText)],
  ["print 90 bytes", 5_000, () => compactJson(call.get("arguments") ?? null)],
  ["print 5,000 rows", 2, () => compactJson(rows)],
  ["normalise one call", 5_000, () => normaliseCalls(rawCalls)],
  ["resolve 100 references", 200, () => resolveInput(hundred, scope)],
  ["explain 100 references", 50, () => explainInput(hundred, scope)],
  ["redact 5,000 rows", 2, () => busy.value(rows)],
  ["scrub a clean line", 2_000, () => scrubDiagnostics('[string "f.lua"]:3: user_id is required')],
  ["scrub an error text", 2_000, () => scrubDiagnostics(errorText)],
  ["cap 5,000 rows at 64 bytes", 2_000, () => inspectOutput(output, 64)],
  ["cap 5,000 rows at 2 MiB", 3, () => inspectOutput(output, 2_097_152)],
  [
    "trace 10,000 values in 200 calls",
    1,
    () => exposureReport({ context: reportContext, secrets: new Map(), calls: manyCalls }),
  ],
];

for (const [name, repetitions, work] of workloads) {
  const microseconds = measure(repetitions, work);
  process.stdout.write(`${name.padEnd(34)} ${microseconds.toFixed(microseconds < 100 ? 2 : 0).padStart(10)} µs\n`);
}
