import { jsonEqualsByValue } from "../json/json-equals.ts";
import { fromPlain } from "../json/plain-json.ts";
import { compactJson } from "../json/print-json.ts";
import { utf8Length } from "../json/utf8-length.ts";
import type { FinishedRun } from "../vocabulary/event.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";

/** One way in which a run is not as its scenario expects. */
export interface Difference {
  /** What was looked at: `output/tool_results_count`, `error`, `match/tool_results/0/result`. */
  readonly path: string;
  readonly expected: Json;
  /** Undefined: nothing there. */
  readonly actual: Json | undefined;
}

/** Every difference between a finished run and the `expect` of its scenario; none: it passed. */
export function checkExpectation(expect: JsonObject, run: FinishedRun): Difference[] {
  const check = new Check(expect);
  check.all(run);
  return check.differences;
}

class Check {
  readonly differences: Difference[] = [];
  private readonly expect: JsonObject;

  constructor(expect: JsonObject) {
    this.expect = expect;
  }

  all(run: FinishedRun): void {
    switch (run.kind) {
      case "dispatch":
        this.dispatch(run);
        break;
      case "flow":
        this.flow(run);
        break;
      case "validate":
        this.validate(run);
        break;
      case "unreadable":
        this.equal("outcome", this.expect.get("outcome") ?? "ok", run.outcome);
        this.errorText(run.error);
    }
  }

  private dispatch(run: Extract<FinishedRun, { kind: "dispatch" }>): void {
    this.equal("outcome", this.expect.get("outcome") ?? run.outcome, run.outcome);
    this.errorText(run.error);
    const output = run.output ?? new Map<string, Json>();
    this.members("output", output);
    const keys = this.expect.get("output_keys");
    if (isJsonArray(keys)) this.equal("output_keys", sorted(keys), sorted([...output.keys()]));
    this.matches(output);
    this.nowhere(output);
  }

  private flow(run: Extract<FinishedRun, { kind: "flow" }>): void {
    // A run with failed steps is a run; `outcome: "error"` speaks of one that never began.
    if (this.expect.has("outcome")) this.equal("outcome", this.expect.get("outcome") ?? null, run.outcome);
    if (this.expect.has("status")) this.equal("status", this.expect.get("status") ?? null, run.status);
    this.errorText(run.error);
    const context = run.context ?? new Map<string, Json>();
    this.members("context", context);
    for (const key of this.list("absent")) {
      if (typeof key === "string" && context.has(key)) this.differ(`absent/${key}`, "nothing there", context.get(key));
    }
    this.tasks(run);
    this.matches(context);
    this.nowhere(context);
    const summary = this.expect.get("failure_summary");
    if (isJsonObject(summary)) this.text("failure_summary", summary, run.failure_summary);
    this.inspection(run);
  }

  private tasks(run: Extract<FinishedRun, { kind: "flow" }>): void {
    for (const [step, expected] of this.object("tasks")) {
      const task = run.tasks?.get(step);
      const path = `tasks/${step}`;
      if (!isJsonObject(expected)) continue;
      if (task === undefined) {
        this.differ(path, expected, undefined);
        continue;
      }
      if (expected.has("status")) this.equal(`${path}/status`, expected.get("status") ?? null, task.status);
      if (expected.has("attempt")) this.equal(`${path}/attempt`, expected.get("attempt") ?? null, BigInt(task.attempt));
      if (expected.has("reason")) this.equal(`${path}/reason`, expected.get("reason") ?? null, task.reason);
      const error = expected.get("error");
      if (isJsonObject(error)) this.text(`${path}/error`, error, task.error);
    }
  }

  /** The named keys only; markers are given without their `_note`. */
  private inspection(run: Extract<FinishedRun, { kind: "flow" }>): void {
    const expected = this.object("inspection");
    const shown = run.inspection;
    const pairs: [string, ReadonlyMap<string, Json> | undefined][] = [
      ["context", shown?.context],
      ["tasks", shown?.tasks],
    ];
    for (const [part, actual] of pairs) {
      const wanted = expected.get(part);
      if (!isJsonObject(wanted)) continue;
      for (const [key, value] of wanted) {
        this.equal(`inspection/${part}/${key}`, value, withoutNote(actual?.get(key)));
      }
    }
  }

  private validate(run: Extract<FinishedRun, { kind: "validate" }>): void {
    if (this.expect.has("valid")) this.equal("valid", this.expect.get("valid") ?? null, run.valid);
    for (const text of this.list("errors")) {
      if (typeof text !== "string" || run.errors.some((error) => error.includes(text))) continue;
      this.differ("errors", text, [...run.errors]);
    }
    const rejected = this.expect.get("strict_rejected");
    if (rejected !== undefined) this.equal("strict_rejected", rejected, fromPlain(run.strict_rejected ?? null));
    const warnings = this.expect.get("warnings");
    if (isJsonArray(warnings)) this.warnings(warnings, run);
  }

  private warnings(expected: readonly Json[], run: Extract<FinishedRun, { kind: "validate" }>): void {
    const actual = run.warnings.map((warning) => fromPlain({ ...warning }) as JsonObject);
    this.equal("warnings/count", BigInt(expected.length), BigInt(actual.length));
    expected.forEach((warning, index) => {
      if (!isJsonObject(warning)) return;
      for (const [key, value] of warning) this.equal(`warnings/${index}/${key}`, value, actual[index]?.get(key));
    });
  }

  private errorText(error: string | undefined): void {
    const expected = this.expect.get("error");
    if (!isJsonObject(expected)) return;
    // A condition may speak of the step's error with or without the text that the task puts before it.
    const bare = error?.replace(/^Task '(?:[^']|'(?! failed))*' failed after \d+ attempts: /, "");
    if (bare !== undefined && textFaults(expected, bare).length === 0) return;
    this.text("error", expected, error);
  }

  private members(field: string, actual: JsonObject): void {
    for (const [key, value] of this.object(field)) this.equal(`${field}/${key}`, value, actual.get(key));
  }

  private matches(root: JsonObject): void {
    for (const match of this.list("match")) {
      const path = isJsonObject(match) ? match.get("path") : undefined;
      if (!isJsonObject(match) || typeof path !== "string") continue;
      const actual = pointed(root, path);
      const where = `match${path}`;
      if (match.get("absent") === true) {
        if (actual !== undefined) this.differ(where, "nothing there", actual);
      } else if (match.has("value")) this.equal(where, match.get("value") ?? null, actual);
      else this.text(where, match, typeof actual === "string" || actual === undefined ? actual : compactJson(actual));
    }
  }

  private nowhere(root: JsonObject): void {
    const text = compactJson(root);
    for (const secret of this.list("nowhere")) {
      if (typeof secret === "string" && text.includes(secret)) this.differ("nowhere", `no \`${secret}\``, secret);
    }
  }

  private text(path: string, conditions: JsonObject, actual: string | undefined): void {
    if (actual === undefined) {
      this.differ(path, conditions, undefined);
      return;
    }
    for (const fault of textFaults(conditions, actual)) this.differ(path, fault, actual);
  }

  private equal(path: string, expected: Json, actual: Json | undefined): void {
    if (actual === undefined || !jsonEqualsByValue(expected, actual)) this.differ(path, expected, actual);
  }

  private differ(path: string, expected: Json, actual: Json | undefined): void {
    this.differences.push({ path, expected, actual });
  }

  private object(field: string): JsonObject {
    const value = this.expect.get(field);
    return isJsonObject(value) ? value : new Map();
  }

  private list(field: string): readonly Json[] {
    const value = this.expect.get(field);
    return isJsonArray(value) ? value : [];
  }
}

/** Conditions of the cases' README that a text does not meet, each in words. */
function textFaults(conditions: JsonObject, actual: string): string[] {
  const faults: string[] = [];
  const unless = (met: boolean, what: string) => {
    if (!met) faults.push(what);
  };
  for (const [name, value] of conditions) {
    switch (name) {
      case "equals":
        unless(actual === value, `equals ${compactJson(value)}`);
        break;
      case "contains":
        for (const text of texts(value)) unless(actual.includes(text), `contains ${compactJson(text)}`);
        break;
      case "not_contains":
        for (const text of texts(value)) unless(!actual.includes(text), `does not contain ${compactJson(text)}`);
        break;
      case "starts_with":
        for (const text of texts(value)) unless(actual.startsWith(text), `starts with ${compactJson(text)}`);
        break;
      case "ends_with":
        for (const text of texts(value)) unless(actual.endsWith(text), `ends with ${compactJson(text)}`);
        break;
      case "max_bytes":
        unless(utf8Length(actual) <= Number(value), `has at most ${compactJson(value)} bytes`);
        break;
      case "count":
        faults.push(...countFaults(value, actual));
        break;
    }
  }
  return faults;
}

function countFaults(conditions: Json, actual: string): string[] {
  return (isJsonArray(conditions) ? conditions : []).flatMap((condition) => {
    if (!isJsonObject(condition)) return [];
    const text = condition.get("text");
    const times = condition.get("times");
    if (typeof text !== "string" || actual.split(text).length - 1 === Number(times)) return [];
    return [`contains ${compactJson(text)} ${Number(times)} times`];
  });
}

function texts(value: Json): readonly string[] {
  return (isJsonArray(value) ? value : [value]).filter((text) => typeof text === "string");
}

function sorted(keys: readonly Json[]): Json[] {
  return keys.filter((key) => typeof key === "string").sort();
}

function withoutNote(value: Json | undefined): Json | undefined {
  if (!isJsonObject(value) || value.get("_truncated") !== true) return value;
  return new Map([...value].filter(([key]) => key !== "_note"));
}

/** The value at a JSON Pointer. */
function pointed(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (isJsonArray(value)) value = /^\d+$/.test(key) ? value[Number(key)] : undefined;
    else value = isJsonObject(value) ? value.get(key) : undefined;
  }
  return value;
}
