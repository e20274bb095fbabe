import { parseJson, parseJsonWithSource } from "../json/parse-json.ts";
import { stringContentOffsets } from "../json/string-content-offsets.ts";
import { isJsonArray, isJsonObject, type Json, type JsonArray } from "../vocabulary/json.ts";
import type { Parsed } from "../vocabulary/problem.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";
import { type FoundCall, type Note, normalised } from "./found.ts";
import { noCalls, Places, problemOf, refused, skippedProblems, turnProblems } from "./import-problems.ts";
import type { ImportedAnswer, ImportedCalls, ImportedTurn, ImportOptions } from "./imported-calls.ts";
import { itemsOf, type Located } from "./located.ts";
import { hasMarkup, type MarkupCalls, readMarkup } from "./markup/read-markup.ts";
import { plainText, textInString } from "./markup/spoken-text.ts";
import { openItems } from "./read-item.ts";
import { LONGEST_PASTE, type Paste, readPaste } from "./read-paste.ts";
import { readStreams } from "./streams/read-streams.ts";
import {
  answeredCalls,
  type Conversation,
  chooseTurn,
  conversationNotes,
  isAnswered,
  streamedTurn,
  type Turn,
  turn,
  turnsOf,
} from "./turns.ts";

/**
 * Tool calls out of whatever was pasted: a provider's answer, message, list or single call, a conversation, a log, a
 * stream, or text with markup. What is in the shape of spec 01 §2–3 already stays exactly as it is. Nothing is rewritten:
 * shapes are converted, values kept, and what is odd is told.
 */
export function importCalls(text: string, options: ImportOptions = {}): Parsed<ImportedCalls> {
  const places = new Places(text);
  const open = options.format === undefined || options.format === "array";
  const untouched = open ? callsAsTheyAre(text) : undefined;
  if (untouched !== undefined) return { ok: true, value: untouched };
  const read = readPaste(text, hasMarkup);
  if (!read.ok) return refused(read.fault, places);
  const { paste } = read;
  const [only] = paste.values;
  if (paste.kind === "json" && only !== undefined && open && paste.halves === undefined) {
    if (options.format === "array" || (isJsonArray(only.value) && isCallArray(only.value)))
      return { ok: true, value: asItIs(only, paste, places) };
    if (!isJsonArray(only.value) && !isJsonObject(only.value)) {
      const message = "expected tool calls, found a single value";
      return refused({ code: "calls-not-array", message, offset: only.node.range.start }, places);
    }
  }
  const conversation = readConversation(paste, text);
  if (paste.halves !== undefined && !conversation.assembled) return refused(paste.halves, places);
  const wanted = conversation.turns.filter((one) => options.format === undefined || one.format === options.format);
  return { ok: true, value: imported({ ...conversation, turns: wanted }, paste, places, options) };
}

/**
 * The most frequent paste, and what every run of a scenario reads: an array that the node takes by itself. Where its
 * parts stand is found out when somebody asks.
 */
function callsAsTheyAre(text: string): ImportedCalls | undefined {
  if (text.length > LONGEST_PASTE || !/^[ \t\r\n]*\[/.test(text)) return undefined;
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonArray(parsed.value) || parsed.value.length === 0 || !isCallArray(parsed.value))
    return undefined;
  const range = { start: 0, end: text.length };
  let source: SourceNode | undefined;
  return {
    ...untouchedCalls(parsed.value, range),
    get source() {
      if (source === undefined) {
        const again = parseJsonWithSource(text);
        source = again.ok ? again.source : { range };
      }
      return source;
    },
  };
}

/** A value whose places are known already, with what is to be said about the paste. */
function asItIs({ value, node }: Located, paste: Paste, places: Places): ImportedCalls {
  const problems = paste.notes.map((note) => problemOf(note, places));
  if (isJsonArray(value) && value.length === 0) problems.push(noCalls(paste, places, []));
  return { ...untouchedCalls(value, node.range), source: node, problems };
}

function untouchedCalls(value: Json, range: SourceRange): Omit<ImportedCalls, "source"> {
  const calls = isJsonArray(value) ? value.length : 0;
  return {
    format: "array",
    confidence: "certain",
    assembled: false,
    value,
    skipped: [],
    answers: [],
    turns: calls === 0 ? [] : [{ format: "array", line: 1, range, calls, answered: false }],
    turn: calls === 0 ? -1 : 0,
    problems: [],
  };
}

/** Members that the node reads: a `function`, or a `name` with `arguments`; none of them in another provider's shape. */
function isCallArray(array: JsonArray): boolean {
  const objects = array.filter(isJsonObject);
  if (objects.length === 0) return true;
  const foreign = ["role", "call_id", "custom", "jsonrpc", "choices"];
  if (objects.some((member) => foreign.some((key) => member.has(key)))) return false;
  if (objects.some((member) => member.get("type") === "function_call" || member.get("type") === "function.call"))
    return objects.every((member) => member.has("raw_arguments"));
  return objects.some(
    (member) => isJsonObject(member.get("function")) || (member.has("name") && member.has("arguments")),
  );
}

interface ReadConversation extends Conversation {
  readonly assembled: boolean;
}

function readConversation(paste: Paste, text: string): ReadConversation {
  const whole = { range: { start: 0, end: text.length } };
  if (paste.kind === "text") {
    const markup = readMarkup(plainText(text));
    return { ...NOTHING, turns: markup === undefined ? [] : [markupTurn(markup, whole)], assembled: false };
  }
  const [only] = paste.values;
  const values = paste.kind === "json" && only !== undefined && isJsonArray(only.value) ? itemsOf(only) : paste.values;
  const objects = values.flatMap(({ value, node }) => (isJsonObject(value) ? [{ value, node }] : []));
  const streamed = readStreams(objects, paste.kind === "events");
  if (streamed !== undefined) {
    const turns = streamed.map((one) => streamedTurn(one, whole));
    const withCalls = turns.filter((one) => one.calls.length > 0);
    const skipped = turns.filter((one) => one.calls.length === 0).flatMap((one) => one.skipped);
    return { ...NOTHING, turns: withCalls, skipped, notes: providerErrors(objects), assembled: true };
  }
  const conversation = turnsOf(paste.values.flatMap((value) => openItems(value)));
  const notes = [...conversation.notes, ...providerErrors(objects)];
  if (conversation.turns.length > 0) return { ...conversation, notes, assembled: false };
  const leaked = conversation.spoken.flatMap((spoken) => {
    const offsets = (node: SourceNode) => stringContentOffsets(text, node);
    const markup = readMarkup(textInString(spoken.value, spoken.node, offsets));
    return markup === undefined ? [] : [markupTurn(markup, spoken.node)];
  });
  return { ...conversation, turns: leaked, notes, assembled: false };
}

const NOTHING: Conversation = { turns: [], skipped: [], spoken: [], notes: [] };

function markupTurn(markup: MarkupCalls, node: SourceNode): Turn {
  const made = turn(markup.format, node);
  made.calls.push(...markup.calls);
  made.notes.push(...markup.notes);
  return made;
}

function providerErrors(objects: readonly Located[]): readonly Note[] {
  return objects.flatMap(({ value, node }): Note[] => {
    if (!isJsonObject(value) || value.has("jsonrpc")) return [];
    const error = value.get("error") ?? null;
    const given = isJsonObject(error) ? error.get("message") : error;
    if (typeof given !== "string") return [];
    return [{ code: "provider_error", message: `The provider reported an error: ${given}`, node }];
  });
}

function imported(
  conversation: ReadConversation,
  paste: Paste,
  places: Places,
  { turn: asked, format }: ImportOptions,
): ImportedCalls {
  const { turns } = conversation;
  const number = asked !== undefined && turns[asked] !== undefined ? asked : chooseTurn(turns);
  const chosen = turns[number];
  const calls = chosen?.calls ?? [];
  const notes = [...paste.notes, ...conversationNotes(conversation), ...(chosen?.notes ?? [])];
  const skipped = chosen === undefined ? conversation.skipped : chosen.skipped;
  const problems = notes.map((note) => problemOf(note, places));
  if (calls.length === 0) problems.push(noCalls(paste, places, skipped));
  problems.push(...turnProblems(turns, number, asked, places), ...skippedProblems(skipped, places));
  const definitions = definitionsOf(paste);
  const name = chosen?.format ?? format ?? "array";
  return {
    format: name,
    confidence: name === "openai-chat" || name === "mistral" || name === "ollama" ? confidenceOf(calls) : "certain",
    assembled: conversation.assembled,
    value: arrayOf(calls),
    source: sourceOf(calls, chosen?.node ?? { range: { start: 0, end: places.text.length } }),
    skipped,
    answers: chosen === undefined ? [] : answersIn(chosen),
    turns: turns.map((one) => summary(one, places)),
    turn: chosen === undefined ? -1 : number,
    ...(definitions === undefined ? {} : { definitions }),
    problems,
  };
}

/** Calls as they are where the node reads all of them by itself, else all in the normalised form (spec 01 §2–3). */
function arrayOf(calls: readonly FoundCall[]): Json {
  if (calls.every((call) => call.asIs)) return calls.map((call) => call.raw);
  return calls.flatMap((call, position) => (call.parts === undefined ? [] : [normalised(call, call.parts, position)]));
}

/** The calls that have a place in the array: all of them, or those that are calls. */
function membersOf(calls: readonly FoundCall[]): readonly FoundCall[] {
  return calls.every((call) => call.asIs) ? calls : calls.filter((call) => call.parts !== undefined);
}

function sourceOf(calls: readonly FoundCall[], node: SourceNode): SourceNode {
  const kept = membersOf(calls);
  return { range: node.range, members: new Map(kept.map((call, index) => [index, call.node])) };
}

/** Many providers speak OpenAI Chat; only what is peculiar to it makes sure. */
function confidenceOf(calls: readonly FoundCall[]): ImportedCalls["confidence"] {
  const ids = calls.map((call) => call.parts?.id);
  return ids.every((id) => typeof id === "string" && id.startsWith("call_")) ? "certain" : "likely";
}

function summary(of: Turn, places: Places): ImportedTurn {
  return {
    format: of.format,
    line: places.at(of.node.range.start).line,
    range: of.node.range,
    calls: of.calls.length,
    answered: isAnswered(of),
    ...(of.alternative === undefined ? {} : { choice: of.alternative.number }),
  };
}

/** Answers by the call's position in the array that the turn becomes. */
function answersIn(of: Turn): readonly ImportedAnswer[] {
  const kept = membersOf(of.calls);
  return answeredCalls(of).map(({ call, content }) => ({ call: kept.indexOf(call), content }));
}

/** Definitions stand beside the messages of a request, or of the logged request. */
function definitionsOf(paste: Paste): Located | undefined {
  for (const { value, node } of paste.values) {
    if (!isJsonObject(value)) continue;
    for (const key of ["tools", "functions", "toolConfig"]) {
      const found = value.get(key);
      if (found !== undefined && found !== null) return { value: found, node: node.members?.get(key) ?? node };
    }
  }
  return undefined;
}
