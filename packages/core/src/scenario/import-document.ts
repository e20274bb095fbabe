import { checkCalls } from "../findings/check-calls.ts";
import { readToolDefinitions } from "../findings/tool-definitions.ts";
import { FORMAT_TITLES } from "../import/format-name.ts";
import { importCalls } from "../import/import-calls.ts";
import type { ImportedCalls, ImportOptions } from "../import/imported-calls.ts";
import { fromPlain } from "../json/plain-json.ts";
import { compactJson } from "../json/print-json.ts";
import { callId, callName } from "../normalise/call-fields.ts";
import { normaliseCalls } from "../normalise/normalise-calls.ts";
import { type Reply, reply } from "../reply/reply.ts";
import type { ReplyFormat } from "../reply/reply-format.ts";
import type { CallReport } from "../vocabulary/event.ts";
import { isJsonArray, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Parsed, Problem } from "../vocabulary/problem.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";

export interface ImportRequest extends ImportOptions {
  readonly toolDefinitions?: Json | undefined;
  /** The provider whose rules the calls are checked by, and in whose shape the answers in the text are given. */
  readonly reply?: ReplyFormat | undefined;
}

/**
 * A pasted text as the command line and the server tell of it (spec 11 §4–5): the format, the calls in the normalised
 * form, the turns, what is not dispatched, and every finding with its place. Turns count from 1, ranges in UTF-16 units.
 */
export function importDocument(text: string, request: ImportRequest = {}): Parsed<JsonObject> {
  const read = importCalls(text, request);
  if (!read.ok) return read;
  const imported = read.value;
  const normalised = isJsonArray(imported.value) ? normaliseCalls(imported.value) : undefined;
  const calls = normalised?.calls ?? [];
  const given = request.toolDefinitions ?? imported.definitions?.value;
  const { definitions, problems } = readToolDefinitions(given);
  const written = { text, source: imported.source };
  const found = normalised === undefined ? [] : checkCalls({ calls: normalised, definitions, written });
  const answer = request.reply === undefined ? undefined : replyToText(imported, calls, request.reply);
  const all = [...imported.problems, ...problems, ...found];
  return {
    ok: true,
    value: new Map<string, Json>([
      ["format", imported.format],
      ["title", FORMAT_TITLES[imported.format]],
      ["confidence", imported.confidence],
      ["assembled", imported.assembled],
      ["calls", calls],
      ["skipped", imported.skipped.map(({ node, ...one }) => fromPlain({ ...one, range: node.range }))],
      ["turn", BigInt(imported.turn + 1)],
      ["turns", imported.turns.map((turn) => fromPlain(turn))],
      ["problems", all.map((problem) => fromPlain(problem))],
      ...(answer === undefined ? [] : [["reply", replyToJson(answer)] as const]),
    ]),
  };
}

/** A reply as JSON: its format, the messages, and what the provider would refuse. */
export function replyToJson({ format, body, problems }: Reply): JsonObject {
  return new Map<string, Json>([
    ["format", format],
    ["body", body],
    ["problems", problems.map((problem) => fromPlain(problem))],
  ]);
}

/** The answers that the text holds, in another provider's shape; calls without one are told only beside others' answers. */
function replyToText({ answers }: ImportedCalls, calls: readonly ToolCall[], format: ReplyFormat): Reply {
  const reports = calls.map((call, index): CallReport => {
    const answer = answers.find((one) => one.call === index);
    return {
      call,
      references: [],
      outcome: answer === undefined ? { status: "not-run" } : outcomeOf(call, answer.content),
    };
  });
  const given = reply(reports, format);
  if (answers.length > 0) return given;
  const problems: readonly Problem[] = given.problems.filter(({ code }) => code !== "call_without_result");
  return { ...given, problems };
}

function outcomeOf(call: ToolCall, result: Json): CallReport["outcome"] {
  const content = typeof result === "string" ? result : compactJson(result);
  const entry = new Map<string, Json>([
    ["id", callId(call)],
    ["name", callName(call)],
    ["result", result],
    ["content", content],
  ]);
  return { status: "success", entry, message: new Map(), origin: "tool_result_value" };
}
