import { faultSentence } from "../json/fault-sentence.ts";
import { parseJson } from "../json/parse-json.ts";
import { parseJsonAt } from "../json/parse-json-at.ts";
import { repairArguments } from "../normalise/repair-arguments.ts";

/** What is the matter with arguments that are not JSON, and what a person may make of them. */
export interface ArgumentFault {
  /** Beside `arguments_not_json`; absent when nothing more can be said. */
  readonly code?:
    | "bom"
    | "fenced"
    | "html_escaped"
    | "raw_control_character"
    | "multiple_json_values"
    | "truncated"
    | "looks_like_python";
  readonly detail?: string;
  /** One sentence about the cause. */
  readonly message: string;
  /** Offset in the argument text. */
  readonly offset: number;
  /** Another text that says the same as JSON. */
  readonly suggestion?: { readonly label: string; readonly text: string };
}

const FENCE = /^\s*```[\w-]*[ \t]*\r?\n([\s\S]*?)\r?\n?[ \t]*```\s*$/;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&quot;", '"'],
  ["&#34;", '"'],
  ["&#39;", "'"],
  ["&apos;", "'"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
]);
const ENTITY = /&(?:quot|#34|#39|apos|lt|gt|amp);/g;

/** Why a text is not JSON; undefined when it is. The first cause that explains it all is the one that is told. */
export function argumentFault(text: string): ArgumentFault | undefined {
  const parsed = parseJson(text);
  if (parsed.ok) return undefined;
  const { message, offset } = parsed.error;
  const found = wrapped(text, offset) ?? inside(text, message, offset);
  const repaired = found.suggestion === undefined ? repairArguments(text)?.text : undefined;
  return repaired === undefined ? found : { ...found, suggestion: { label: "Use the repaired text", text: repaired } };
}

/** JSON with something around it. */
function wrapped(text: string, offset: number): ArgumentFault | undefined {
  if (text.startsWith("\ufeff")) {
    const rest = suggestion("Leave out the byte order mark", text.slice(1));
    return { code: "bom", message: "The text begins with a byte order mark.", offset: 0, ...rest };
  }
  const [, fenced] = FENCE.exec(text) ?? [];
  if (fenced !== undefined) {
    const message = "The whole text stands in a Markdown fence.";
    return { code: "fenced", message, offset, ...suggestion("Unwrap the fence", fenced) };
  }
  const decoded = text.replace(ENTITY, (entity) => ENTITIES.get(entity) ?? entity);
  if (decoded !== text && parseJson(decoded).ok) {
    const message = "The text is escaped for HTML.";
    return { code: "html_escaped", message, offset, ...suggestion("Decode the HTML escapes", decoded) };
  }
  const values = countValues(text);
  if (values > 1) {
    const message = `The text is ${values} JSON values one after another, as if calls had been merged.`;
    return { code: "multiple_json_values", detail: String(values), message, offset };
  }
  return undefined;
}

/** A fault in the middle. */
function inside(text: string, reason: string, offset: number): ArgumentFault {
  if (/control character/.test(reason)) {
    const code = `U+${(text.charCodeAt(offset) || 0).toString(16).toUpperCase().padStart(4, "0")}`;
    const message = `The control character ${code} stands in a string without its escape.`;
    return { code: "raw_control_character", detail: code, message, offset };
  }
  if (looksLikePython(text)) {
    return { code: "looks_like_python", message: "The text looks like a Python literal, not like JSON.", offset };
  }
  if (offset >= text.trimEnd().length && text.trim() !== "") {
    return { code: "truncated", message: "The text ends before the value does, as if it was cut off.", offset };
  }
  return { message: faultSentence(reason), offset };
}

/** Single quotes around a key, or Python's words where JSON has values. */
function looksLikePython(text: string): boolean {
  return /[{,]\s*'[^'"\n]{0,200}'\s*:/.test(text) || /[:[,]\s*(?:True|False|None)\s*[,}\]]/.test(text);
}

/** How many objects and arrays stand one after another; 0 when something else does. */
function countValues(text: string): number {
  const start = /[^\s]/g;
  let count = 0;
  for (let found = start.exec(text); found !== null; found = start.exec(text)) {
    const parsed = /[{[]/.test(found[0]) ? parseJsonAt(text, found.index) : undefined;
    if (parsed === undefined || !parsed.ok) return 0;
    count++;
    start.lastIndex = parsed.end;
  }
  return count;
}

function suggestion(label: string, text: string): Pick<ArgumentFault, "suggestion"> {
  return parseJson(text).ok ? { suggestion: { label, text } } : {};
}
