import { parseJson } from "../../json/parse-json.ts";
import { parseJsonAt } from "../../json/parse-json-at.ts";
import { isJsonObject, type Json } from "../../vocabulary/json.ts";
import type { FormatName } from "../format-name.ts";
import { type CallFields, type FoundCall, foundCall, type Note } from "../found.ts";
import type { SpokenText } from "./spoken-text.ts";

/** Calls that a model wrote as text, because its server did not take them out (spec 10 §1, last rows). */
export interface MarkupCalls {
  readonly format: FormatName;
  readonly calls: readonly FoundCall[];
  readonly notes: readonly Note[];
}

interface Dialect {
  readonly format: FormatName;
  readonly mark: RegExp;
  readonly read: (spoken: SpokenText) => Omit<MarkupCalls, "format">;
}

const BAR = "[|｜]";
const DIALECTS: readonly Dialect[] = [
  { format: "harmony", mark: /to=functions\.[^\s<]+[\s\S]{0,200}?<\|message\|>/, read: readHarmony },
  { format: "deepseek", mark: new RegExp(`<${BAR}DSML${BAR}(?:invoke|tool_calls|function_calls)`), read: readDsml },
  { format: "deepseek", mark: new RegExp(`<${BAR}tool[▁_]call[▁_]begin${BAR}>`), read: readDeepSeek },
  { format: "qwen-xml", mark: /<function=[^>\s]+>/, read: readQwenXml },
  { format: "hermes", mark: /<tool_call>/, read: readHermes },
  { format: "invoke-xml", mark: /<invoke\s+name=/, read: readInvokes },
];

/** Markup that is known and not read. */
const UNREAD: readonly (readonly [RegExp, string])[] = [
  [/\[TOOL_CALLS\]/, "[TOOL_CALLS]"],
  [/<\|python_tag\|>/, "<|python_tag|>"],
  [new RegExp(`<${BAR}DSML${BAR}`), "DSML"],
  [new RegExp(`<${BAR}tool[▁_]calls[▁_]begin${BAR}>`), "tool_calls_begin"],
];

export function hasMarkup(text: string): boolean {
  return DIALECTS.some(({ mark }) => mark.test(text)) || UNREAD.some(([mark]) => mark.test(text));
}

/** The calls in a text by an assistant; undefined when it holds no markup. What is cut off is told, never guessed. */
export function readMarkup(spoken: SpokenText): MarkupCalls | undefined {
  for (const { format, mark, read } of DIALECTS) {
    if (mark.test(spoken.text)) return { format, ...read(spoken) };
  }
  const unread = UNREAD.find(([mark]) => mark.test(spoken.text));
  if (unread === undefined) return undefined;
  const [mark, name] = unread;
  const start = spoken.text.search(mark);
  const message = `The text holds ${name} markup, which cannot be read as calls.`;
  const node = { range: spoken.rangeOf(start, start + name.length) };
  return { format: "deepseek", calls: [], notes: [{ code: "unsupported_markup", message, detail: name, node }] };
}

/** `<tool_call>{"name", "arguments"}</tool_call>`: the JSON value ends the block, not the first end tag inside it. */
function readHermes(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  const calls: FoundCall[] = [];
  const notes: Note[] = [];
  const open = /<tool_call>\s*/g;
  for (let tag = open.exec(spoken.text); tag !== null; tag = open.exec(spoken.text)) {
    const parsed = parseJsonAt(spoken.text, open.lastIndex);
    if (!parsed.ok || !isJsonObject(parsed.value)) {
      notes.push(unterminated(spoken, tag.index, parsed.ok ? parsed.end : parsed.offset));
      continue;
    }
    const { value } = parsed;
    const args = value.get("arguments") ?? value.get("parameters");
    calls.push(textCall(spoken, tag.index, parsed.end, value, { name: value.get("name"), arguments: args }));
    open.lastIndex = parsed.end;
  }
  return { calls, notes };
}

/** `<tool_call><function=NAME><parameter=KEY>text</parameter></function></tool_call>` */
function readQwenXml(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  return readTagged(spoken, /<function=([^>\s]+)\s*>/g, /<\/function>/g, /<parameter=([^>\s]+)\s*>/g, "</parameter>");
}

/** `<invoke name="NAME"><parameter name="KEY">text</parameter></invoke>` */
function readInvokes(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  return readTagged(
    spoken,
    /<invoke\s+name="([^"]*)"\s*>/g,
    /<\/invoke>/g,
    /<parameter\s+name="([^"]*)"([^>]*)>/g,
    "</parameter>",
  );
}

function readDsml(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  const close = spoken.text.includes("</｜DSML｜") ? "</｜DSML｜" : "</|DSML|";
  return readTagged(
    spoken,
    new RegExp(`<${BAR}DSML${BAR}invoke\\s+name="([^"]*)"\\s*>`, "g"),
    new RegExp(`</${BAR}DSML${BAR}invoke>`, "g"),
    new RegExp(`<${BAR}DSML${BAR}parameter\\s+name="([^"]*)"([^>]*)>`, "g"),
    `${close}parameter>`,
  );
}

/** Calls as elements that hold parameters as elements. A parameter is text, unless its tag says `string="false"`. */
function readTagged(
  spoken: SpokenText,
  open: RegExp,
  close: RegExp,
  parameter: RegExp,
  parameterEnd: string,
): Omit<MarkupCalls, "format"> {
  const { text } = spoken;
  const calls: FoundCall[] = [];
  const notes: Note[] = [];
  const closing = new Search(text, close);
  const parameters = new Search(text, parameter);
  for (let tag = open.exec(text); tag !== null; tag = open.exec(text)) {
    const args = new Map<string, Json>();
    let at = open.lastIndex;
    let whole = true;
    for (;;) {
      const next = parameters.from(at);
      const end = closing.from(at);
      if (next === undefined || (end !== undefined && end.index < next.index)) {
        whole = end !== undefined;
        at = end?.end ?? at;
        break;
      }
      const valueEnd = text.indexOf(parameterEnd, next.end);
      if (valueEnd < 0) {
        whole = false;
        at = text.length;
        break;
      }
      const value = text
        .slice(next.end, valueEnd)
        .replace(/^\r?\n/, "")
        .replace(/\r?\n$/, "");
      args.set(next.groups[0] ?? "", typedValue(value, next.groups[1] ?? ""));
      at = valueEnd + parameterEnd.length;
    }
    if (whole)
      calls.push(textCall(spoken, tag.index, at, text.slice(tag.index, at), { name: tag[1], arguments: args }));
    else notes.push(unterminated(spoken, tag.index, at));
    open.lastIndex = at;
  }
  return { calls, notes };
}

interface Match {
  readonly index: number;
  readonly end: number;
  readonly groups: readonly string[];
}

/** The next match from a place on; each stretch of the text is searched once, however often it is asked for. */
class Search {
  private readonly text: string;
  private readonly pattern: RegExp;
  private found: Match | undefined;
  private began = false;

  constructor(text: string, pattern: RegExp) {
    this.text = text;
    this.pattern = pattern;
  }

  from(at: number): Match | undefined {
    if (this.began && (this.found === undefined || this.found.index >= at)) return this.found;
    this.pattern.lastIndex = at;
    const match = this.pattern.exec(this.text);
    this.began = true;
    this.found =
      match === null ? undefined : { index: match.index, end: this.pattern.lastIndex, groups: match.slice(1) };
    return this.found;
  }
}

function typedValue(text: string, attributes: string): Json {
  if (!/\bstring="false"/.test(attributes)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
}

/** `<｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME\n…JSON…`, or since V3.1 the name before the separator. */
function readDeepSeek(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  const { text } = spoken;
  const calls: FoundCall[] = [];
  const notes: Note[] = [];
  const begin = new RegExp(`<${BAR}tool[▁_]call[▁_]begin${BAR}>`, "g");
  const separator = new RegExp(`<${BAR}tool[▁_]sep${BAR}>`, "g");
  for (let tag = begin.exec(text); tag !== null; tag = begin.exec(text)) {
    separator.lastIndex = begin.lastIndex;
    const between = separator.exec(text);
    const before = between === null ? "" : text.slice(begin.lastIndex, between.index).trim();
    const after = separator.lastIndex;
    const named = before === "function" ? /[^\s{`]+/y : undefined;
    if (named !== undefined) named.lastIndex = after;
    const name = named === undefined ? before : named.exec(text)?.[0];
    const json = /[^{]*/y;
    json.lastIndex = named?.lastIndex ?? after;
    json.exec(text);
    const parsed = between === null ? undefined : parseJsonAt(text, json.lastIndex);
    if (parsed === undefined || !parsed.ok || name === undefined) {
      notes.push(unterminated(spoken, tag.index, text.length));
      continue;
    }
    const raw = text.slice(json.lastIndex, parsed.end);
    calls.push(textCall(spoken, tag.index, parsed.end, text.slice(tag.index, parsed.end), { name, arguments: raw }));
    begin.lastIndex = parsed.end;
  }
  return { calls, notes };
}

/** `…to=functions.NAME …<|message|>{…}<|call|>`; the text after `<|message|>` is the arguments, whatever it is. */
function readHarmony(spoken: SpokenText): Omit<MarkupCalls, "format"> {
  const { text } = spoken;
  const calls: FoundCall[] = [];
  const notes: Note[] = [];
  const open = /to=functions\.([^\s<]+)[\s\S]{0,200}?<\|message\|>/g;
  for (let tag = open.exec(text); tag !== null; tag = open.exec(text)) {
    const start = open.lastIndex;
    const json = parseJsonAt(text, start);
    const mark = json.ok ? undefined : text.slice(start).search(/<\|(?:call|end|return|start)\|>/);
    const end = json.ok ? json.end : mark === undefined || mark < 0 ? undefined : start + mark;
    if (end === undefined) {
      notes.push(unterminated(spoken, tag.index, text.length));
      continue;
    }
    const args = text.slice(start, end);
    calls.push(textCall(spoken, tag.index, end, text.slice(tag.index, end), { name: tag[1], arguments: args }));
    open.lastIndex = end;
  }
  return { calls, notes };
}

function textCall(
  spoken: SpokenText,
  start: number,
  end: number,
  raw: Json,
  given: { readonly name: Json | undefined; readonly arguments: Json | undefined },
): FoundCall {
  const node = { range: spoken.rangeOf(start, end) };
  const fields: CallFields = {
    ...(given.name === undefined ? {} : { name: { value: given.name, node } }),
    ...(given.arguments === undefined ? {} : { arguments: { value: given.arguments, node } }),
  };
  return foundCall({ value: raw, node }, fields, "text");
}

function unterminated(spoken: SpokenText, start: number, end: number): Note {
  return {
    code: "unterminated_tool_call_block",
    message: "A block of a tool call is cut off or broken; it is left out.",
    node: { range: spoken.rangeOf(start, Math.max(start, Math.min(end, spoken.text.length))) },
  };
}
