import { checkCalls } from "../findings/check-calls.ts";
import { readToolDefinitions } from "../findings/tool-definitions.ts";
import { isFormatName } from "../import/format-name.ts";
import { importCalls } from "../import/import-calls.ts";
import type { ImportedCalls, ImportOptions } from "../import/imported-calls.ts";
import { faultSentence } from "../json/fault-sentence.ts";
import { parseJson, parseJsonWithSource } from "../json/parse-json.ts";
import { placeAt } from "../json/place-at.ts";
import { normaliseCalls } from "../normalise/normalise-calls.ts";
import type { ScenarioKind } from "../vocabulary/event.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject, jsonType } from "../vocabulary/json.ts";
import type { Parsed, Problem } from "../vocabulary/problem.ts";
import type { Scenario, Sourced } from "../vocabulary/scenario.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { type Ceilings, readLimits } from "./read-limits.ts";
import { readTools } from "./read-tools.ts";

/** What a host brings to the reading of scenarios. */
export interface ReadScenarioHost {
  readonly ceilings?: Ceilings;
}

const KINDS: readonly ScenarioKind[] = ["dispatch", "flow", "validate"];

/** Reads the JSON text of a scenario document (spec 11 §1). Every fault comes with its line and column. */
export function readScenario(text: string, host: ReadScenarioHost = {}): Parsed<Scenario> {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const { message, line, column, offset } = parsed.error;
    const where = { document: "scenario", line, column };
    const range = { start: offset, end: offset + 1 };
    return {
      ok: false,
      problems: [{ code: "scenario-syntax", message: faultSentence(message), where, range, severity: "error" }],
    };
  }
  return readScenarioDocument(parsed.value, host, text);
}

/** Reads a scenario document that is a value already; `written` is its text, for places. */
export function readScenarioDocument(document: Json, host: ReadScenarioHost = {}, written?: string): Parsed<Scenario> {
  if (!isJsonObject(document)) {
    return { ok: false, problems: [new Reader(new Map(), host, written).problem([], "A scenario is a JSON object")] };
  }
  const reader = new Reader(document, host, written);
  const scenario = reader.read();
  return reader.failed ? { ok: false, problems: reader.problems } : { ok: true, value: scenario };
}

class Reader {
  readonly problems: Problem[] = [];
  failed = false;
  private readonly document: JsonObject;
  private readonly host: ReadScenarioHost;
  /** The document's text. Where its parts stand is found out when the first of them is asked for. */
  private readonly written: string | undefined;
  private root: SourceNode | undefined;

  constructor(document: JsonObject, host: ReadScenarioHost, written: string | undefined) {
    this.document = document;
    this.host = host;
    this.written = written;
  }

  read(): Scenario {
    this.version();
    const kind = this.kind();
    const options = this.object(["options"]) ?? new Map();
    const tools = this.tools();
    const config = this.config(options, tools?.settings);
    const calls = this.calls();
    const context = this.context();
    const sourceKey = config.get("source_key");
    const initial = new Map<string, Json>(context?.value);
    if (calls !== undefined) initial.set(typeof sourceKey === "string" ? sourceKey : "calls", calls.value);
    const limits = readLimits(this.object(["options", "limits"]) ?? new Map(), this.host.ceilings);
    for (const problem of limits.problems) this.limitProblem(problem);
    const name = this.text(["name"]);
    const toolDefinitions = this.document.get("tool_definitions") ?? calls?.definitions;
    if (calls !== undefined) this.checkCalls(calls, config.get("tools"), toolDefinitions);
    const expect = this.object(["expect"]);
    return {
      ...(name === undefined ? {} : { name }),
      kind,
      config,
      context: initial,
      ...(calls === undefined ? {} : { calls }),
      ...(tools === undefined ? {} : { tools: tools.sourced }),
      secrets: this.object(["secrets"]) ?? new Map(),
      env: this.texts(["options", "env"]),
      limits: limits.limits,
      flows: this.texts(["flows"]),
      entry: this.text(["options", "entry"]) ?? "main.lua",
      strict: options.get("strict") === true,
      exchanges: this.array(["exchanges"]) ?? [],
      ...(toolDefinitions === undefined ? {} : { toolDefinitions }),
      ...(expect === undefined ? {} : { expect }),
      problems: this.problems,
      document: this.document,
    };
  }

  problem(path: readonly string[], message: string, code = "bad-scenario"): Problem {
    const place = this.place(path);
    return { code, message: `${message}.`, severity: "error", ...place };
  }

  private fail(path: readonly string[], message: string, code?: string): void {
    this.failed = true;
    this.problems.push(this.problem(path, message, code));
  }

  private place(path: readonly string[]): Pick<Problem, "where" | "range"> {
    if (this.written === undefined) return {};
    if (this.root === undefined) {
      const parsed = parseJsonWithSource(this.written);
      this.root = parsed.ok ? parsed.source : { range: { start: 0, end: this.written.length } };
    }
    let node: SourceNode = this.root;
    for (const key of path) node = node.members?.get(key) ?? node;
    const { line, column } = placeAt(this.written, node.range.start);
    return { where: { document: "scenario", line, column }, range: node.range };
  }

  private at(path: readonly string[]): Json | undefined {
    let value: Json | undefined = this.document;
    for (const key of path) value = isJsonObject(value) ? value.get(key) : undefined;
    return value;
  }

  private expected(path: readonly string[], what: string, value: Json): void {
    this.fail(path, `\`${path.join(".")}\` must be ${what}, found ${article(jsonType(value))}`);
  }

  private object(path: readonly string[]): JsonObject | undefined {
    const value = this.at(path);
    if (value === undefined || isJsonObject(value)) return value;
    this.expected(path, "an object", value);
    return undefined;
  }

  private array(path: readonly string[]): readonly Json[] | undefined {
    const value = this.at(path);
    if (value === undefined || isJsonArray(value)) return value;
    this.expected(path, "an array", value);
    return undefined;
  }

  private text(path: readonly string[]): string | undefined {
    const value = this.at(path);
    if (value === undefined || typeof value === "string") return value;
    this.expected(path, "a string", value);
    return undefined;
  }

  private texts(path: readonly string[]): ReadonlyMap<string, string> {
    const texts = new Map<string, string>();
    for (const [key, value] of this.object(path) ?? []) {
      if (typeof value === "string") texts.set(key, value);
      else this.expected([...path, key], "a string", value);
    }
    return texts;
  }

  private version(): void {
    const version = this.document.get("version");
    if (version === undefined || version === 1n || version === 1) return;
    this.fail(["version"], "This scenario has a version that is not known here; `version` is 1", "unknown-version");
  }

  private kind(): ScenarioKind {
    const given = this.text(["kind"]) ?? "dispatch";
    const kind = KINDS.find((known) => known === given);
    if (kind === undefined) this.fail(["kind"], `\`kind\` must be one of ${KINDS.join(", ")}`);
    return kind ?? "dispatch";
  }

  /** The node's settings: defaults, options, then what the Tools text says, then `omit` and `config`. */
  private config(options: JsonObject, written: JsonObject | undefined): JsonObject {
    const config = new Map<string, Json>([["source_key", "calls"]]);
    for (const key of ["source_key", "output_key", "on_error", "max_calls"]) {
      const value = options.get(key);
      if (value !== undefined) config.set(key, value);
    }
    for (const [key, value] of written ?? []) config.set(key, value);
    for (const key of this.array(["options", "omit"]) ?? []) if (typeof key === "string") config.delete(key);
    for (const [key, value] of this.object(["options", "config"]) ?? []) config.set(key, value);
    return config;
  }

  private tools(): { settings: JsonObject; sourced: Sourced<Json> } | undefined {
    const value = this.document.get("tools");
    if (value === undefined || (typeof value === "string" && value.trim() === "")) return undefined;
    if (typeof value !== "string") return { settings: new Map([["tools", value]]), sourced: { value } };
    const read = readTools(value);
    if (!read.ok) {
      this.failWith(read.problems);
      return undefined;
    }
    const { settings, source } = read.value;
    return { settings, sourced: { value: settings.get("tools") ?? null, text: value, source } };
  }

  private calls(): (Sourced<Json> & { readonly definitions?: Json }) | undefined {
    const value = this.document.get("calls");
    if (typeof value !== "string") return value === undefined ? undefined : { value };
    if (value.trim() === "") return undefined;
    const read = importCalls(value, this.importOptions());
    if (!read.ok) {
      this.failWith(read.problems);
      return undefined;
    }
    const imported: ImportedCalls = read.value;
    const { problems, definitions } = imported;
    this.problems.push(...problems);
    return {
      value: imported.value,
      text: value,
      get source() {
        return imported.source;
      },
      ...(definitions === undefined ? {} : { definitions: definitions.value }),
    };
  }

  /** `options.import`: in which format the text is to be read, and which of its turns is meant, from 1. */
  private importOptions(): ImportOptions {
    const given = this.object(["options", "import"]);
    const format = this.text(["options", "import", "format"]);
    const turn = given?.get("turn");
    if (format !== undefined && !isFormatName(format))
      this.fail(["options", "import", "format"], `\`${format}\` is no format that is known here`);
    if (turn !== undefined && !(typeof turn === "bigint" && turn >= 1n))
      this.fail(["options", "import", "turn"], "`options.import.turn` must be a whole number of at least 1");
    return {
      format: isFormatName(format) ? format : undefined,
      turn: typeof turn === "bigint" ? Number(turn) - 1 : undefined,
    };
  }

  private checkCalls(written: Sourced<Json>, tools: Json | undefined, given: Json | undefined): void {
    const { value } = written;
    if (!isJsonArray(value)) return;
    const { definitions, problems } = readToolDefinitions(given);
    this.problems.push(...problems);
    const names = isJsonObject(tools) ? { tools: tools.keys() } : {};
    this.problems.push(...checkCalls({ calls: normaliseCalls(value), definitions, ...names, written }));
  }

  private context(): Sourced<JsonObject> | undefined {
    const value = this.document.get("context");
    if (typeof value !== "string") {
      const object = this.object(["context"]);
      return object === undefined ? undefined : { value: object };
    }
    if (value.trim() === "") return undefined;
    const parsed = parseJsonWithSource(value);
    if (!parsed.ok) this.failWith([syntaxProblem("context", parsed.error)]);
    else if (!isJsonObject(parsed.value)) {
      const where = { document: "context", ...placeAt(value, parsed.source.range.start) };
      const message = `The context must be an object, found ${article(jsonType(parsed.value))}.`;
      this.failWith([{ code: "context-not-object", message, where, range: parsed.source.range, severity: "error" }]);
    } else return { value: parsed.value, text: value, source: parsed.source };
    return undefined;
  }

  private failWith(problems: readonly Problem[]): void {
    this.failed = true;
    this.problems.push(...problems);
  }

  private limitProblem({ setting, ...problem }: Problem & { readonly setting: string }): void {
    if (problem.severity === "error") this.failed = true;
    this.problems.push({ ...problem, ...this.place(["options", "limits", setting]) });
  }
}

/** A fault of a document's JSON text. */
export function syntaxProblem(
  document: string,
  error: { readonly message: string; readonly offset: number; readonly line: number; readonly column: number },
): Problem {
  return {
    code: `${document}-syntax`,
    message: faultSentence(error.message),
    severity: "error",
    where: { document, line: error.line, column: error.column },
    range: { start: error.offset, end: error.offset + 1 },
  };
}

function article(type: string): string {
  return type === "null" ? "null" : /^[aio]/.test(type) ? `an ${type}` : `a ${type}`;
}
