import {
  callArguments,
  callId,
  callName,
  checkCalls,
  createRedactor,
  type Explanation,
  explainInput,
  faultSentence,
  type ImportedCalls,
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  missingArguments,
  normaliseCalls,
  type Parsed,
  type Problem,
  parseJsonWithSource,
  placeAt,
  readToolDefinitions,
  readTools,
  redactExplanation,
  type SecretWarning,
  type SourceNode,
  type ToolCall,
  type ToolDefinitions,
  type ToolsText,
} from "@tool-dispatch/core";
import { type Draft, secretsObject } from "./draft.ts";
import { importOptions, NO_CALLS, readCallsText } from "./read-calls-text.ts";
import type { Spot } from "./spot.ts";

/** A document as it was last readable. When its present text is not, `problems` says why and `stale` is true. */
export interface ReadDocument<T> {
  readonly value: T;
  /** The text that `value` was read from. */
  readonly text: string;
  /** How it was asked to be read. */
  readonly variant: string;
  readonly stale: boolean;
  readonly problems: readonly Problem[];
}

/** One call as it resolves right now, before anything runs. */
export interface CallView {
  readonly index: number;
  readonly call: ToolCall;
  readonly name: string;
  readonly id: string;
  readonly mapping: JsonObject | undefined;
  /** File of the handler flow. */
  readonly flow: string | undefined;
  readonly references: readonly Explanation[];
  /** References that are null for a reason, or probably not meant. */
  readonly suspicious: number;
  /** Arguments that the tool's definition requires and the call does not give. */
  readonly missing: readonly string[];
  /** Where the call stands in the Calls text. */
  readonly node: SourceNode | undefined;
  /** By key of the input where each hop into the context stands; set where the page does not hold the context's places. */
  readonly contextSpots?: ReadonlyMap<string, readonly (Spot | undefined)[]>;
}

/** The context's value and the places of everything in its text. */
export interface ReadContext {
  readonly value: JsonObject;
  readonly source: SourceNode | undefined;
  /** Set where `value` is the outline of a large context, with what only the whole of it tells. */
  readonly outlined?: { readonly secretWarnings: readonly SecretWarning[] };
}

export interface Analysis {
  readonly calls: ReadDocument<ImportedCalls>;
  readonly tools: ReadDocument<ToolsText>;
  readonly context: ReadDocument<ReadContext>;
  readonly exchanges: ReadDocument<Json>;
  readonly views: readonly CallView[];
  /** Everything that is to be said about the documents. */
  readonly problems: readonly Problem[];
  /** All documents are readable as they stand, so the draft can run. */
  readonly runnable: boolean;
}

const NO_RANGE = { start: 0, end: 0 };
const NO_TOOLS: ToolsText = { settings: new Map(), source: { range: NO_RANGE } };
const NO_CONTEXT: ReadContext = { value: new Map<string, Json>(), source: undefined };

/** Import, normalise, resolve and explain what the texts say; pure and quick enough for every keystroke. */
export function analyse(draft: Draft, previous: Analysis | undefined): Analysis {
  const asked = importOptions(draft.rest);
  const variant = `${asked.format ?? ""}/${asked.turn ?? ""}`;
  const calls = keep(draft.calls, (text) => readCallsText(text, asked), NO_CALLS, previous?.calls, variant);
  const tools = keep(draft.tools, readToolsText, NO_TOOLS, previous?.tools);
  const context = keep(draft.context, readContextText, NO_CONTEXT, previous?.context);
  const exchanges = keep<Json>(draft.exchanges, readExchangesText, [], previous?.exchanges);
  const definitions = definitionsOf(calls.value, draft);
  const views =
    previous !== undefined && calls === previous.calls && tools === previous.tools && context === previous.context
      ? previous.views
      : viewCalls(calls.value, tools.value, context.value.value, draft, definitions.definitions);
  const documents = [calls, tools, context, exchanges];
  return {
    calls,
    tools,
    context,
    exchanges,
    views,
    problems: [...documents.flatMap((document) => document.problems), ...callProblems(calls, tools.value, definitions)],
    runnable: documents.every((document) => !document.stale),
  };
}

/** Reads a text again only when it changed, and keeps the last readable value when it cannot be read. */
function keep<T>(
  text: string,
  read: (text: string) => Parsed<T>,
  empty: T,
  previous: ReadDocument<T> | undefined,
  variant = "",
): ReadDocument<T> {
  if (previous !== undefined && !previous.stale && previous.text === text && previous.variant === variant) {
    return previous;
  }
  const result = read(text);
  if (result.ok) return { value: result.value, text, variant, stale: false, problems: [] };
  return {
    value: previous?.value ?? empty,
    text: previous?.text ?? "",
    variant: previous?.variant ?? "",
    stale: true,
    problems: result.problems,
  };
}

function readToolsText(text: string): Parsed<ToolsText> {
  return text.trim() === "" ? { ok: true, value: NO_TOOLS } : readTools(text);
}

function readContextText(text: string): Parsed<ReadContext> {
  if (text.trim() === "") return { ok: true, value: NO_CONTEXT };
  const parsed = parseJsonWithSource(text);
  if (!parsed.ok)
    return { ok: false, problems: [contextProblem(faultSentence(parsed.error.message), text, parsed.error.offset)] };
  if (isJsonObject(parsed.value)) return { ok: true, value: { value: parsed.value, source: parsed.source } };
  return { ok: false, problems: [contextProblem("The context must be an object.", text, parsed.source.range.start)] };
}

function contextProblem(message: string, text: string, offset: number): Problem {
  const where = { document: "context", ...placeAt(text, offset) };
  return { code: "context-syntax", message, severity: "error", where, range: { start: offset, end: offset + 1 } };
}

function readExchangesText(text: string): Parsed<Json> {
  if (text.trim() === "") return { ok: true, value: [] };
  const parsed = parseJsonWithSource(text);
  const offset = parsed.ok ? parsed.source.range.start : parsed.error.offset;
  if (parsed.ok && isJsonArray(parsed.value)) return { ok: true, value: parsed.value };
  const message = parsed.ok ? "The exchanges must be an array." : faultSentence(parsed.error.message);
  const where = { document: "exchanges", ...placeAt(text, offset) };
  const range = { start: offset, end: offset + 1 };
  return { ok: false, problems: [{ code: "exchanges-syntax", message, severity: "error", where, range }] };
}

/** The tools' definitions: the scenario's own, else those that came with the calls. */
function definitionsOf(calls: ImportedCalls, draft: Draft): ReadDefinitions {
  return readToolDefinitions(draft.rest.get("tool_definitions") ?? calls.definitions?.value);
}

type ReadDefinitions = ReturnType<typeof readToolDefinitions>;

function viewCalls(
  imported: ImportedCalls,
  tools: ToolsText,
  context: JsonObject,
  draft: Draft,
  definitions: ToolDefinitions,
): readonly CallView[] {
  if (!isJsonArray(imported.value)) return [];
  const sourceKey = settingOf(draft, tools, "source_key") ?? "calls";
  const overlay = secretsObject(draft.secrets, "values");
  const redactor = createRedactor(overlay);
  const seen = new Map<string, Json>([...context, [sourceKey, imported.value], ["_flow_dir", "/flows"], ...overlay]);
  const { calls, positions } = normaliseCalls(imported.value);
  const mappings = tools.settings.get("tools");
  return calls.map((call, index) => {
    const name = callName(call);
    const mapping = isJsonObject(mappings) ? mappings.get(name) : undefined;
    const object = isJsonObject(mapping) ? mapping : undefined;
    const input = object?.get("input");
    const flow = object?.get("flow");
    const explained = isJsonObject(input) ? explainInput(input, { call, context: seen }).explanations : [];
    const references = explained.map((one) => redactExplanation(one, redactor));
    return {
      index,
      call,
      name,
      id: callId(call),
      mapping: object,
      flow: typeof flow === "string" ? flow : undefined,
      references,
      suspicious: references.filter(isSuspicious).length,
      missing: missingArguments(callArguments(call), definitions.get(name)),
      node: imported.source?.members?.get(positions[index] ?? index),
    };
  });
}

const SLIPS = new Set(["near-context-key", "near-reference", "placeholder", "overwritten"]);

/** Null for a reason, or a text that is probably a slip. */
export function isSuspicious(explanation: Explanation): boolean {
  return explanation.reason !== null || (explanation.notes ?? []).some((note) => SLIPS.has(note.code));
}

function settingOf(draft: Draft, tools: ToolsText, name: string): string | undefined {
  const options = draft.rest.get("options");
  const value = tools.settings.get(name) ?? (isJsonObject(options) ? options.get(name) : undefined);
  return typeof value === "string" ? value : undefined;
}

/** What should be known about the calls themselves (workbench §2), beside what their import says. */
function callProblems(calls: ReadDocument<ImportedCalls>, tools: ToolsText, read: ReadDefinitions): Problem[] {
  const { value, problems } = calls.value;
  if (!isJsonArray(value)) return [...problems];
  const mappings = tools.settings.get("tools") ?? null;
  const found = checkCalls({
    calls: normaliseCalls(value),
    written: { text: calls.text, source: calls.value.source },
    definitions: read.definitions,
    ...(isJsonObject(mappings) ? { tools: mappings.keys() } : {}),
  });
  return [...problems, ...read.problems, ...found];
}
