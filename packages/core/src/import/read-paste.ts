import { parseJsonWithSource } from "../json/parse-json.ts";
import { parseJsonAt } from "../json/parse-json-at.ts";
import { loneSurrogate } from "../json/string-escapes.ts";
import { isJsonArray, isJsonObject } from "../vocabulary/json.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";
import type { Note } from "./found.ts";
import type { Located } from "./located.ts";
import { eventData, linesOf, looksLikeEvents } from "./server-sent-events.ts";

/** A paste of more UTF-16 units is refused before it is read. */
export const LONGEST_PASTE = 20 * 1024 * 1024;

/** So many unreadable lines are told one by one. */
const TOLD_LINES = 20;

/** What the text is made of. */
export interface Paste {
  readonly kind: "json" | "lines" | "events" | "text";
  /** The JSON values, in their order; for `text` none. */
  readonly values: readonly Located[];
  readonly notes: readonly Note[];
  /** The text is refused because of this, unless its values are the chunks of a stream. */
  readonly halves?: UnreadablePaste;
}

export interface UnreadablePaste {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
}

/** Reads the text as JSON, as lines of JSON, as server-sent events, or leaves it as text in which markup may stand. */
export function readPaste(
  text: string,
  hasMarkup: (text: string) => boolean,
): { readonly ok: true; readonly paste: Paste } | { readonly ok: false; readonly fault: UnreadablePaste } {
  if (text.length > LONGEST_PASTE) {
    const megabytes = (text.length / 1_048_576).toFixed(1);
    const message = `This text has ${megabytes} million characters; up to 20 are read. Paste the turn that matters`;
    return { ok: false, fault: { code: "paste_too_large", message, offset: 0 } };
  }
  if (!text.isWellFormed()) {
    const offset = loneSurrogate(text);
    return { ok: false, fault: { code: "calls-syntax", message: "half of a surrogate pair is not text", offset } };
  }
  const bom = text.charCodeAt(0) === 0xfeff;
  const notes = bom ? [bomNote()] : [];
  const start = bom ? 1 : 0;
  if (looksLikeEvents(bom ? text.slice(1) : text)) return { ok: true, paste: withNotes(readEvents(text), notes) };
  // A byte order mark is one blank to the reader, so that every place stays what it is.
  const strict = parseJsonWithSource(bom ? ` ${text.slice(1)}` : text);
  if (strict.ok) return { ok: true, paste: json({ value: strict.value, node: strict.source }, notes) };
  const { message, offset } = strict.error;
  const fault = { code: "calls-syntax", message, offset };
  // Not one JSON value: several of them, the chunks of a stream whose texts are cut between two surrogates, or prose.
  const first = parseJsonAt(text, start);
  if (first.ok) {
    const rest = restAfter(text, first.end);
    const value = { value: first.value, node: first.source };
    if (rest === undefined && isJsonArray(first.value))
      return { ok: true, paste: { ...json(value, notes), halves: fault } };
    if (rest !== undefined && isComposite(value) && /[{[]/.test(text.charAt(rest)) && startsLine(text, rest))
      return { ok: true, paste: withNotes(readLines(text, start), notes) };
  }
  if (hasMarkup(text)) return { ok: true, paste: { kind: "text", values: [], notes } };
  return { ok: false, fault };
}

function json(value: Located, notes: readonly Note[]): Paste {
  return { kind: "json", values: [value], notes };
}

function isComposite(parsed: { readonly value: Located["value"] }): boolean {
  return isJsonObject(parsed.value) || isJsonArray(parsed.value);
}

function withNotes(paste: Paste, notes: readonly Note[]): Paste {
  return { ...paste, notes: [...notes, ...paste.notes] };
}

function bomNote(): Note {
  return {
    code: "bom_removed_from_paste",
    message: "The text begins with a byte order mark, which is left out.",
    node: { range: { start: 0, end: 1 } },
  };
}

/** Where the next thing stands after blanks; undefined at the end of the text. */
function restAfter(text: string, from: number): number | undefined {
  const blank = /[ \t\r\n]*/y;
  blank.lastIndex = from;
  blank.exec(text);
  return blank.lastIndex < text.length ? blank.lastIndex : undefined;
}

function startsLine(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, text.lastIndexOf("\n", at - 1) + 1), at);
  return before.trim() === "";
}

/** JSON values one after another, each from the beginning of a line. What cannot be read is told and left out. */
function readLines(text: string, start: number): Paste {
  const values: Located[] = [];
  const notes: Note[] = [];
  let unread = 0;
  let at: number | undefined = restAfter(text, start);
  while (at !== undefined) {
    const parsed = parseJsonAt(text, at);
    const next: number | undefined = parsed.ok ? restAfter(text, parsed.end) : undefined;
    if (parsed.ok && (next === undefined || startsLine(text, next))) {
      values.push({ value: parsed.value, node: parsed.source });
      at = next;
      continue;
    }
    const line = lineAt(text, at);
    const message = parsed.ok ? "text after the value" : parsed.message;
    if (unread++ < TOLD_LINES) notes.push(unreadable("line_not_json", "This line", message, line));
    at = restAfter(text, line.end);
  }
  if (unread > TOLD_LINES) notes.push(moreUnread(unread - TOLD_LINES, text.length));
  return { kind: "lines", values, notes };
}

function readEvents(text: string): Paste {
  const values: Located[] = [];
  const notes: Note[] = [];
  for (const event of eventData(text)) {
    if (event.text.trim() === "[DONE]") continue;
    const pieces = event.inOneLine ? [event.range] : [...linesOf(text.slice(event.range.start, event.range.end))];
    const joined = event.inOneLine ? undefined : located(event.text, 0, event.range);
    if (joined !== undefined && typeof joined !== "string") values.push(joined);
    else for (const range of pieces) takeEvent(text, event.inOneLine ? range : moved(text, range, event.range.start));
  }
  return { kind: "events", values, notes };

  function takeEvent(whole: string, range: SourceRange | undefined): void {
    if (range === undefined) return;
    const found = located(whole, range.start, range);
    if (typeof found !== "string") values.push(found);
    else if (notes.length < TOLD_LINES) notes.push(unreadable("event_not_json", "This event", found, range));
  }
}

/** The JSON value of an event, or why there is none. `at` is where it begins in `text`. */
function located(text: string, at: number, range: SourceRange): Located | string {
  const parsed = parseJsonAt(text, at);
  if (!parsed.ok) return parsed.message;
  const end = at === range.start ? range.end : text.length;
  if (text.slice(parsed.end, end).trim() !== "" || parsed.end > end) return "text after the value";
  const node: SourceNode = at === range.start ? parsed.source : { range };
  return { value: parsed.value, node };
}

/** A line inside an event's data, as a range of the whole text; without its `data:`. */
function moved(text: string, line: SourceRange, by: number): SourceRange | undefined {
  const start = by + line.start;
  const prefix = /^[ \t]*data:[ ]?/.exec(text.slice(start, by + line.end))?.[0].length ?? 0;
  return prefix === 0 && line.start > 0 ? undefined : { start: start + prefix, end: by + line.end };
}

function lineAt(text: string, at: number): SourceRange {
  const feed = text.indexOf("\n", at);
  return { start: at, end: feed < 0 ? text.length : feed };
}

function unreadable(code: string, what: string, message: string, range: SourceRange): Note {
  return { code, message: `${what} is not JSON and is left out: ${message}.`, node: { range } };
}

function moreUnread(count: number, end: number): Note {
  const message = `${count} more lines are not JSON and are left out.`;
  return { code: "line_not_json", message, detail: String(count), node: { range: { start: end, end } } };
}
