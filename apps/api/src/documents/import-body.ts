import {
  type ImportRequest,
  importDocument,
  isFormatName,
  isJsonObject,
  isReplyFormat,
  type Json,
  parseJson,
  printJson,
} from "@tool-dispatch/core";
import type { ProblemDocument } from "../http/problem.ts";
import type { DocumentAnswer } from "./check-document.ts";

/**
 * The answer to `POST /api/import`: the body is `{ "text", "format"?, "turn"?, "reply"?, "tool_definitions"? }`, turns
 * counted from 1, and the answer is the object of the command line's `import --json` (spec 11 §5).
 */
export function importBody(body: string): DocumentAnswer {
  const parsed = parseJson(body);
  if (!parsed.ok) {
    const { message, line, column } = parsed.error;
    return refused("not-json", `${message}.`, { where: { document: "body", line, column } });
  }
  const text = isJsonObject(parsed.value) ? parsed.value.get("text") : undefined;
  if (!isJsonObject(parsed.value) || typeof text !== "string")
    return refused("no-text", "The body is an object whose `text` is the pasted text.");
  const request = readRequest(parsed.value);
  if (typeof request === "string") return refused("bad-import-option", request);
  const read = importDocument(text, request);
  if (read.ok) return { ok: true, text: printJson(read.value) };
  const [first] = read.problems;
  const where = first?.where === undefined ? {} : { where: first.where };
  return refused(first?.code ?? "not-calls", first?.message ?? "", { ...where, problems: read.problems });
}

/** The options of the import, or what is wrong with them. */
function readRequest(body: ReadonlyMap<string, Json>): ImportRequest | string {
  const [format, reply, turn] = [body.get("format"), body.get("reply"), body.get("turn")];
  if (format !== undefined && !isFormatName(format)) return "`format` is no format that is known here.";
  if (reply !== undefined && !isReplyFormat(reply)) return "`reply` is no format that results can be given in.";
  if (turn !== undefined && !(typeof turn === "bigint" && turn >= 1n && turn < 1_000_000_000n))
    return "`turn` must be a whole number of at least 1.";
  return {
    format,
    reply,
    turn: turn === undefined ? undefined : Number(turn) - 1,
    toolDefinitions: body.get("tool_definitions"),
  };
}

function refused(code: string, detail: string, more: Partial<ProblemDocument> = {}): DocumentAnswer {
  return { ok: false, refusal: { status: 400, code, title: "Cannot be imported", detail, ...more } };
}
