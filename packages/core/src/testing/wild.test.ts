import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { systemClock, systemRandom } from "../host/system-ports.ts";
import {
  type CallReport,
  checkMessages,
  compactJson,
  type FinishedRun,
  type ImportedCalls,
  importCalls,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonArray,
  type JsonObject,
  jsonEqualsByValue,
  type Lua,
  normaliseCalls,
  parseJson,
  printJson,
  type ReplyFormat,
  readScenarioDocument,
  reply,
  replyFormatOf,
  resolveInput,
  resolveReference,
  type ToolCall,
} from "../index.ts";
import { createLua } from "../lua/index.ts";
import { runDocument } from "./run-scenario.ts";

const FILE = new URL("../../../../conformance/wild/cases.jsonl", import.meta.url);

/** Situations that people met (conformance/wild/README.md), each a test. */
const cases = readFileSync(FILE, "utf8")
  .trim()
  .split("\n")
  .map((line) => object(read(line)));

let lua: Lua;
beforeAll(async () => {
  lua = await createLua({ clock: systemClock, random: systemRandom });
});

describe("situations met in the wild", () => {
  it("are a hundred", () => expect(cases).toHaveLength(100));

  for (const one of cases) {
    const input = object(one.get("input"));
    const name = `${text(one.get("area"))}: ${text(one.get("id"))}`;
    if (input.has("generate") || input.has("config_variants")) continue;
    for (const [index, pasted] of pastes(input).entries()) {
      const variant = input.has("pastes") ? ` (${index + 1})` : "";
      it(`[10] ${name}${variant}`, async () => {
        const met = await meet(input, pasted);
        const expected = object(one.get("expect"));
        for (const [key, value] of expected) check(key, value, met, index, expected);
      }, 30_000);
    }
  }
});

/** A paste and everything that comes of it. */
interface Met {
  readonly input: JsonObject;
  readonly paste: Json | undefined;
  readonly imported: ImportedCalls;
  readonly calls: readonly ToolCall[];
  readonly run: FinishedRun;
  /** Codes of all warnings, each also with its detail: `duplicate_id` and `duplicate_id:dup`. */
  readonly warnings: ReadonlySet<string>;
}

function pastes(input: JsonObject): readonly (Json | { readonly text: string })[] {
  const written = input.get("paste_text");
  if (typeof written === "string") return [{ text: written }];
  const several = input.get("pastes");
  return several === undefined ? [input.get("paste") ?? []] : array(several);
}

async function meet(input: JsonObject, pasted: Json | { readonly text: string }): Promise<Met> {
  const isText = typeof pasted === "object" && pasted !== null && "text" in pasted;
  const written = isText ? pasted.text : printJson(pasted);
  const imported = importCalls(written);
  if (!imported.ok) throw new Error(imported.problems[0]?.message);
  const document = scenario(input, written);
  const scenarioRead = readScenarioDocument(document);
  if (!scenarioRead.ok) throw new Error(scenarioRead.problems[0]?.message);
  const run = await runDocument(lua, document);
  const problems = [...scenarioRead.value.problems, ...checkMessages(reports(run))];
  const warnings = new Set(problems.flatMap(({ code, detail }) => [code, `${code}:${detail ?? ""}`]));
  const { calls } = normaliseCalls(array(imported.value.value));
  return { input, paste: isText ? undefined : pasted, imported: imported.value, calls, run, warnings };
}

/** A scenario of the situation; a handler's body begins in the first line of its file. */
function scenario(input: JsonObject, calls: string, change: Iterable<readonly [string, Json]> = []): JsonObject {
  const tools = new Map<string, Json>();
  const flows = new Map<string, Json>();
  for (const [name, given] of object(input.get("tools") ?? new Map())) {
    const tool = object(given);
    const file = `handler${flows.size}.lua`;
    const body = text(tool.get("handler") ?? "");
    flows.set(file, `local f = Flow.new("x"); f:step("s", function(ctx) ${body}\nend); return f`);
    const mapping = new Map<string, Json>([["flow", file]]);
    const mapped = tool.get("input");
    if (mapped !== undefined) mapping.set("input", mapped);
    tools.set(name, mapping);
  }
  const options = new Map<string, Json>(change);
  // Where nothing is mapped, every call is to get its message.
  const onError = input.get("on_error") ?? (input.has("tools") ? undefined : "ignore");
  if (onError !== undefined) options.set("on_error", onError);
  return new Map<string, Json>([
    ["calls", calls],
    ["tools", tools],
    ["flows", flows],
    ["context", input.get("ctx") ?? new Map()],
    ["secrets", input.get("secret_overlay") ?? new Map()],
    ["options", options],
  ]);
}

/** What a field of `expect` says, looked up in what happened. Prose is for people; an unknown field is a mistake. */
function check(key: string, expected: Json, met: Met, index: number, whole: JsonObject): void {
  if (PROSE.has(key)) return;
  const checker = CHECKS.get(key);
  if (checker === undefined) throw new Error(`nothing checks the field ${key}`);
  checker(expected, met, index, whole);
}

const PROSE = new Set([
  "reference",
  "note",
  "content_note",
  "position_note",
  "ui",
  "default_dispatch",
  "never",
  "within_seconds",
  "page_responsive",
  // Checked by tests of their own, below.
  "table",
  "twins",
  "by_k",
  "inside_pcall",
  "forms_to_cover",
  "content",
  "lua_checks",
  "result_echo_content",
  "invariant",
  "next_call_clean",
  "other_calls_still_run",
  "messages_content_is",
]);

type Check = (expected: Json, met: Met, index: number, whole: JsonObject) => void;

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["calls", (expected, met) => same(met.calls.map(pick(expected)), expected, met.paste)],
  ["count", (expected, met) => same(BigInt(met.calls.length), expected)],
  ["each", (expected, met, index, whole) => eachField(expected, met, index, whole)],
  ["each_resolved", (expected, met, index) => checkResolved(array(expected)[index] ?? null, met, met.calls[0])],
  [
    "each_arguments",
    (expected, met, index) => same(met.calls[0]?.get("arguments") ?? null, array(expected)[index] ?? null),
  ],
  ["warnings", (expected, met) => checkWarnings(expected, met)],
  [
    "not_warnings",
    (expected, met) => expect(array(expected).filter((code) => met.warnings.has(text(code)))).toEqual([]),
  ],
  [
    "skipped",
    (expected, met) =>
      same(
        met.imported.skipped.map(({ id, reason }) => record({ id, reason })),
        expected,
      ),
  ],
  [
    "resolved",
    (expected, met) =>
      same(
        met.calls.map((call) => resolvedInput(call, met)),
        expected,
      ),
  ],
  ["resolved_map", (expected, met) => checkResolved(expected, met, met.calls[0])],
  ["resolve_checks", (expected, met) => checkResolved(expected, met, met.calls[0])],
  ["resolve_checks_call0", (expected, met) => checkResolved(expected, met, met.calls[0])],
  ["raw_arguments", (expected, met) => same(met.calls[0]?.get("raw_arguments") ?? null, expected)],
  ["messages", (expected, met) => same(messages(met), expected, met.paste)],
  ["message_ids", (expected, met) => checkMessageIds(expected, met)],
  [
    "message_roles",
    (expected, met) =>
      same(
        messages(met).map((one) => field(one, "role")),
        expected,
      ),
  ],
  ["contents", (expected, met) => checkContents(expected, met)],
  [
    "by_id_keys",
    (expected, met) => expect([...byId(met).keys()].sort()).toEqual([...array(expected)].map(text).sort()),
  ],
  [
    "by_id_pick",
    (expected, met) => {
      for (const [id, content] of object(expected)) same(field(byId(met).get(id) ?? null, "content"), content);
    },
  ],
  [
    "entry_ids",
    (expected, met) =>
      same(
        entries(met).map((entry) => field(entry, "id")),
        expected,
      ),
  ],
  ["entries_contain_arguments", (expected, met) => same(field(entries(met)[0] ?? null, "arguments"), expected)],
  ["results", (expected, met) => checkResults(expected, met)],
  ["errors", (expected, met) => same(published(met, "_errors"), expected)],
  ["all_succeeded", (expected, met) => same(published(met, "_all_succeeded"), expected)],
  [
    "success",
    (expected, met) =>
      same(
        entries(met).map((entry) => field(entry, "success")),
        expected,
      ),
  ],
  ["error", (expected, met) => checkError(expected, met)],
  ["error_0", (expected, met) => same(field(entries(met)[0] ?? null, "error"), expected)],
  ["provider_reply", (expected, met) => checkReply(expected, met, replyFormatOf(met.imported.format))],
  ["provider_reply_0", (expected, met) => same(array(replied(met, "mcp"))[0] ?? null, expected)],
  ["export", (expected, met) => checkExport(expected, met)],
  ["warnings_by_target", (expected, met) => checkTargets(expected, met)],
  ["turns", (expected, met) => checkTurns(expected, met)],
  ["line_errors", (expected, met) => same(lineErrors(met), expected)],
  ["one_of", (expected, met, index, whole) => checkOneOf(expected, met, index, whole)],
  ["legacy_variant", (expected) => checkLegacyVariant(expected)],
  ["must_not_contain", (expected, met) => expect(printJson(resolvedAll(met))).not.toContain(text(expected))],
  [
    "executed",
    (expected, met) =>
      same(
        met.calls
          .filter((_, at) => reports(met.run)[at]?.outcome.status !== "not-run")
          .map((call) => call.get("id") ?? null),
        expected,
      ),
  ],
  [
    "not_executed",
    (expected, met) =>
      same(
        met.calls
          .filter((_, at) => reports(met.run)[at]?.outcome.status === "not-run")
          .map((call) => call.get("id") ?? null),
        expected,
      ),
  ],
  [
    "node_error_contains",
    (expected, met) => {
      for (const part of array(expected)) expect(met.run.error).toContain(text(part));
    },
  ],
  ["outputs", (_, met) => expect("output" in met.run && met.run.output !== undefined).toBe(false)],
  [
    "every_value",
    (expected, met) => {
      for (const value of object(field(entries(met)[0] ?? null, "result")).values()) same(value, expected);
    },
  ],
  [
    "content_length",
    (expected, met) => same(BigInt(text(field(messages(met)[0] ?? null, "content")).length), expected),
  ],
  [
    "by_id_content_length",
    (expected, met) => same(BigInt(text(field([...byId(met).values()][0] ?? null, "content")).length), expected),
  ],
]);

function eachField(expected: Json, met: Met, index: number, whole: JsonObject): void {
  for (const [key, value] of object(expected)) {
    if (key === "by_id") same(byId(met), value);
    else if (key === "tool_arguments_in_handler") expect(met.calls[0]?.get("arguments")).toBe(null);
    else check(key, value, met, index, whole);
  }
}

/** Of several pastes under one list of warnings each shows some of them; a single paste shows all. */
function checkWarnings(expected: Json, met: Met): void {
  const codes = array(expected).map(text);
  const missing = codes.filter((code) => !met.warnings.has(code));
  if (met.input.has("pastes")) expect(missing.length).toBeLessThan(Math.max(codes.length, 1));
  else expect(missing).toEqual([]);
  if (codes.length === 0) expect([...met.warnings]).toEqual([]);
}

function checkResolved(expected: Json, met: Met, call: ToolCall | undefined): void {
  for (const [reference, value] of object(expected)) {
    same(resolve(reference, met, call ?? new Map()), value, undefined, reference);
  }
}

function checkMessageIds(expected: Json, met: Met): void {
  const ids = messages(met).map((one) => field(one, "tool_call_id"));
  if (typeof expected === "string")
    same(
      ids,
      met.calls.map((call) => call.get("id") ?? null),
    );
  else same(ids, expected);
}

function checkContents(expected: Json, met: Met): void {
  if (isJsonArray(expected)) {
    same(
      messages(met).map((one) => field(one, "content")),
      expected,
    );
  }
  for (const [id, content] of object(expected)) {
    same(field(messages(met).find((one) => field(one, "tool_call_id") === id) ?? null, "content"), content);
  }
}

function checkResults(expected: Json, met: Met): void {
  if (isJsonObject(expected)) {
    for (const [id, result] of expected) same(field(byId(met).get(id) ?? null, "result"), result);
    return;
  }
  for (const [position, one] of array(expected).entries()) {
    const entry = object(
      entries(met).find((each) => field(each, "id") === field(one, "id")) ?? entries(met)[position] ?? null,
    );
    for (const [key, value] of object(one)) checkEntry(key, value, entry);
  }
}

function checkEntry(key: string, value: Json, entry: JsonObject): void {
  const error = entry.get("error") ?? "";
  const content = text(entry.get("content") ?? "");
  if (/^error_contains(_2)?$/.test(key)) for (const part of many(value)) expect(error).toContain(part);
  else if (key === "error_contains_all") for (const part of many(value)) expect(error).toContain(part);
  else if (key === "error_contains_any") expect(many(value).some((part) => text(error).includes(part))).toBe(true);
  else if (/^error_not_contains(_any)?$/.test(key)) for (const part of many(value)) expect(error).not.toContain(part);
  else if (key === "error_matches") expect(error).toMatch(new RegExp(text(value)));
  else if (key === "error_not_matches") expect(error).not.toMatch(new RegExp(text(value)));
  else if (key === "error_max_reason_bytes") expect(text(error).length).toBeLessThan(Number(value) + 256);
  else if (key === "content_contains") for (const part of many(value)) expect(content).toContain(part);
  else if (key === "content_not_contains") for (const part of many(value)) expect(content).not.toContain(part);
  else if (key === "result_has_keys")
    expect([...object(entry.get("result") ?? null).keys()]).toEqual(expect.arrayContaining(many(value)));
  else if (key === "result_lacks_keys")
    for (const one of many(value)) expect(object(entry.get("result") ?? null).has(one)).toBe(false);
  else if (key === "result_is")
    for (const one of text(value).replace(/^.*: /, "").split(", "))
      expect(object(entry.get("result") ?? null).has(one)).toBe(true);
  else same(entry.get(key) ?? null, value);
}

function checkError(expected: Json, met: Met): void {
  if (typeof expected === "string") {
    same(field(entries(met)[0] ?? null, "error"), expected);
    return;
  }
  const problem = met.imported.problems.find(({ code }) => code === field(expected, "code"));
  expect(problem?.message).toContain(text(field(expected, "message_contains")));
}

function checkReply(expected: Json, met: Met, format: ReplyFormat): void {
  const body = replied(met, format);
  same(isJsonArray(body) && !isJsonArray(expected) ? (body[0] ?? null) : body, expected);
}

function checkExport(expected: Json, met: Met): void {
  const body = replied(met, text(met.input.get("export") ?? "") as ReplyFormat);
  const wanted = array(field(expected, "content"));
  const given = array(field(body, "content"));
  same(field(body, "role"), field(expected, "role"));
  same(given[0] ?? null, wanted[0] ?? null);
  const failed = object(given[1] ?? null);
  expect(text(failed.get("content") ?? "")).not.toBe("");
  for (const key of ["type", "tool_use_id", "is_error"]) same(failed.get(key) ?? null, field(wanted[1] ?? null, key));
}

function checkTargets(expected: Json, met: Met): void {
  for (const [target, indices] of object(expected)) {
    const refused = reply(reports(met.run), target as ReplyFormat).problems.filter(({ code }) => code === "id_refused");
    same(
      refused.map(({ detail }) => BigInt(detail ?? "-1")),
      indices,
    );
  }
}

function checkTurns(expected: Json, met: Met): void {
  const { turns, turn } = met.imported;
  for (const [index, one] of array(expected).entries()) {
    same(BigInt(turns[index]?.line ?? 0), field(one, "line"));
    same(turns[index]?.answered ?? null, field(one, "already_answered"));
    same(BigInt(turns[index]?.calls ?? 0), BigInt(array(field(one, "calls")).length));
    if (field(one, "already_answered") === false) {
      expect(turn).toBe(index);
      same(met.calls.map(pick(field(one, "calls"))), field(one, "calls"));
    }
  }
}

function lineErrors(met: Met): Json {
  return met.imported.problems.flatMap(({ code, where }) =>
    code === "line_not_json" ? [BigInt(where?.line ?? 0)] : [],
  );
}

function checkOneOf(expected: Json, met: Met, index: number, whole: JsonObject): void {
  const failures = array(expected).map((one) => {
    try {
      for (const [key, value] of object(one)) check(key, value, met, index, whole);
      return undefined;
    } catch (failure) {
      return failure;
    }
  });
  if (!failures.includes(undefined)) throw failures[0];
}

function checkLegacyVariant(expected: Json): void {
  const imported = importCalls(text(field(expected, "paste_text")));
  if (!imported.ok) throw new Error(imported.problems[0]?.message);
  const wanted = field(expected, "calls");
  same(normaliseCalls(array(imported.value.value)).calls.map(pick(wanted)), wanted);
}

// — what a run published —

function reports(run: FinishedRun): readonly CallReport[] {
  return "calls" in run ? run.calls : [];
}

function published(met: Met, suffix: string): Json {
  return ("output" in met.run ? met.run.output?.get(`tool_results${suffix}`) : undefined) ?? null;
}

const entries = (met: Met): JsonArray => array(published(met, ""));
const messages = (met: Met): JsonArray => array(published(met, "_messages"));
const byId = (met: Met): JsonObject => object(published(met, "_by_id"));
const replied = (met: Met, format: ReplyFormat): Json => reply(reports(met.run), format).body;

function resolve(reference: string, met: Met, call: ToolCall): Json {
  return resolveReference(reference, { call, context: object(met.input.get("ctx") ?? new Map()) });
}

function resolvedInput(call: ToolCall, met: Met): JsonObject {
  const tools = object(met.input.get("tools") ?? null);
  const input = field(tools.get(text(call.get("name") ?? "")) ?? null, "input");
  return resolveInput(object(input), { call, context: object(met.input.get("ctx") ?? new Map()) });
}

function resolvedAll(met: Met): Json {
  const call = met.calls[0] ?? new Map();
  return array(met.input.get("references") ?? []).map((reference) => resolve(text(reference), met, call));
}

// — comparing —

/** The fields of a call that an expected list of calls names at the same position. */
function pick(expected: Json): (call: ToolCall, index: number) => Json {
  return (call, index) => {
    const wanted = isJsonArray(expected) ? expected[index] : undefined;
    if (wanted === undefined || !isJsonObject(wanted)) return call;
    return new Map([...wanted.keys()].map((key) => [key, call.get(key) ?? null]));
  };
}

function same(actual: Json, expected: Json, paste?: Json, label = ""): void {
  const wanted = instantiate(expected, paste);
  if (jsonEqualsByValue(actual, wanted)) return;
  expect(`${label}${compactJson(actual)}`).toBe(`${label}${compactJson(wanted)}`);
}

/** `$paste`, `$int` and `$float` stand for values that plain JSON cannot say. */
function instantiate(value: Json, paste: Json | undefined): Json {
  if (isJsonArray(value)) return value.map((item) => instantiate(item, paste));
  if (!isJsonObject(value)) return value;
  const pointer = value.get("$paste");
  if (typeof pointer === "string") return at(paste ?? null, pointer);
  const whole = value.get("$int");
  if (typeof whole === "string") return BigInt(whole);
  return new Map([...value].map(([key, item]) => [key, instantiate(item, paste)]));
}

function at(value: Json, pointer: string): Json {
  let found: Json = value;
  for (const segment of pointer.split("/").slice(1)) {
    found = isJsonArray(found) ? (found[Number(segment)] ?? null) : field(found, segment);
  }
  return found;
}

function record(fields: Readonly<Record<string, Json>>): JsonObject {
  return new Map(Object.entries(fields));
}

function read(line: string): Json {
  const parsed = parseJson(line);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

function field(value: Json, key: string): Json {
  return (isJsonObject(value) ? value.get(key) : undefined) ?? null;
}

function object(value: Json | undefined): JsonObject {
  return value !== undefined && isJsonObject(value) ? value : new Map();
}

function array(value: Json): JsonArray {
  return isJsonArray(value) ? value : [];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : compactJson(value ?? null);
}

function many(value: Json): string[] {
  return isJsonArray(value) ? value.map(text) : [text(value)];
}
