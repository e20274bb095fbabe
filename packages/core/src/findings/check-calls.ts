import { findTokenLike } from "../inspection/find-token-like.ts";
import { LineIndex } from "../json/place-at.ts";
import type { NormalisedCalls } from "../normalise/normalise-calls.ts";
import { hasProviderName, providerId } from "../normalise/provider-id.ts";
import { KeyIndex } from "../references/key-index.ts";
import { isJsonObject, type Json } from "../vocabulary/json.ts";
import type { Problem, SuggestedFix } from "../vocabulary/problem.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import { argumentFault } from "./argument-fault.ts";
import { argumentPlace, callField, rangeInString, stringAt } from "./call-place.ts";
import { checkDefinition } from "./check-definitions.ts";
import type { ToolDefinitions } from "./tool-definitions.ts";

export interface CheckCallsInput {
  readonly calls: NormalisedCalls;
  /** Names that have a mapping; without them no name is compared. */
  readonly tools?: Iterable<string>;
  readonly definitions?: ToolDefinitions;
  /** The Calls text, and where the members of the array stand in it: looked at only when something is found. */
  readonly written?: { readonly text?: string; readonly source?: SourceNode };
}

/** More warnings than this are summed up. */
const MOST_PROBLEMS = 200;
const OPENAI_MOST_CALLS = 128;
const OPENAI_LONGEST_ARGUMENTS = 1_048_576;

/**
 * What a person should know about calls before they run (workbench §2): ids that are missing, made up or shared, names
 * that no tool has, arguments that are no object or not as the tool's definition wants them. Nothing is changed.
 */
export function checkCalls(input: CheckCallsInput): readonly Problem[] {
  const check = new Check(input);
  check.all();
  if (check.untold === 0) return check.problems;
  const message = `There are ${check.untold} more warnings about these calls.`;
  return [...check.problems, { code: "more_warnings", message, severity: "info" }];
}

/** The node of a call, which is looked for when something is found. */
type FindNode = () => SourceNode | undefined;
type Given = Omit<Problem, "severity" | "where" | "range">;

class Check {
  readonly problems: Problem[] = [];
  /** Warnings beyond those that are told. */
  untold = 0;
  private lines: LineIndex | undefined;
  private readonly input: CheckCallsInput;
  private readonly tools: ReadonlySet<string> | undefined;
  private index: KeyIndex | undefined;

  constructor(input: CheckCallsInput) {
    this.input = input;
    this.tools = input.tools === undefined ? undefined : new Set(input.tools);
  }

  all(): void {
    const { calls, positions, dropped } = this.input.calls;
    if (dropped.length > 0) {
      const what = dropped.length === 1 ? "One member is not an object" : `${dropped.length} members are not objects`;
      const message = `${what} and ${dropped.length === 1 ? "was" : "were"} dropped; positions still count them.`;
      this.add(
        { code: "entries_dropped", detail: String(dropped.length), message },
        () => this.nodeAt(dropped[0] ?? 0)?.range,
      );
    }
    if (calls.length > OPENAI_MOST_CALLS) {
      const message = `There are ${calls.length} calls in one turn; OpenAI takes back at most ${OPENAI_MOST_CALLS}.`;
      this.add({ code: "openai_rejects_more_than_128_tool_calls_in_one_message", message });
    }
    calls.forEach((call, index) => {
      const node = () => this.nodeAt(positions[index] ?? index);
      this.id(call, index, node);
      this.name(call, index, node);
      this.arguments(call, index, node);
    });
    this.sharedIds(calls, positions);
  }

  private id(call: ToolCall, index: number, node: FindNode): void {
    const id = call.get("id");
    const range = () => fieldRange(node(), "id");
    if (id === "") {
      const message = `${label(index)} an empty id: its message has one too, and it has no place in \`_by_id\`.`;
      this.add({ code: "empty_id", message }, range);
      return;
    }
    if (typeof id !== "string") {
      const message = `${label(index)} an id that is no string: references see it, entry and message get an empty one.`;
      this.add({ code: "non_string_id", message }, range);
      return;
    }
    const given = providerId(call);
    if (given !== undefined && typeof given !== "string" && textOf(given) !== id) {
      const message = `${label(index)} an id that is no string; \`${id}\` was made up by its position.`;
      this.add({ code: "non_string_id", detail: id, message }, range);
    } else if (given === undefined) {
      const message = `${label(index)} no id; \`${id}\` was made up by its position and is unknown to the provider.`;
      this.add({ code: "synthetic_id", detail: id, message }, range);
    } else if (id === "null") {
      const message = `${label(index)} the text \`null\` as its id, which some clients put where there was none.`;
      this.add({ code: "null_text_id", message }, range);
    }
  }

  private sharedIds(calls: readonly ToolCall[], positions: readonly number[]): void {
    const byId = new Map<string, number[]>();
    calls.forEach((call, index) => {
      const id = call.get("id");
      if (typeof id !== "string" || id === "") return;
      const indices = byId.get(id) ?? [];
      if (indices.push(index) === 1) byId.set(id, indices);
    });
    for (const [id, indices] of byId) {
      if (indices.length < 2) continue;
      const last = indices.at(-1) ?? 0;
      const message = `${indices.length} calls share the id \`${id}\`: all run, and only the last stays in \`_by_id\`.`;
      this.add({ code: "duplicate_id", detail: id, message }, () =>
        fieldRange(this.nodeAt(positions[last] ?? last), "id"),
      );
    }
  }

  private name(call: ToolCall, index: number, node: FindNode): void {
    const name = call.get("name");
    const range = () => fieldRange(node(), "name");
    const unnamed = name === "unknown" && !hasProviderName(call);
    if (typeof name !== "string" || name === "" || unnamed) {
      const runs = unnamed && this.tools?.has("unknown") === true ? " A tool called `unknown` runs for it." : "";
      this.add({ code: "missing_name", message: `${label(index)} no name in what was pasted.${runs}` }, range);
      return;
    }
    if (/^\s|\s$|[\p{Cc}\p{Cf}]/u.test(name)) {
      const message = `The name ${JSON.stringify(name)} holds blanks or invisible characters, which count.`;
      this.add({ code: "invisible_whitespace_in_name", message }, range);
    }
    if (this.tools === undefined || this.tools.size === 0 || this.tools.has(name)) return;
    const half = name.slice(0, name.length / 2);
    const doubled = name.length > 1 && half + half === name;
    if (doubled) {
      const message = `The name \`${name}\` is one name twice, as when a stream's repeats are joined.`;
      this.add({ code: "name_looks_doubled", message }, range);
    }
    const meant = this.meant(name, doubled ? half : undefined);
    if (meant === undefined) return;
    const message = `No tool is called ${JSON.stringify(name)}. Did you mean \`${meant}\`?`;
    this.add(
      { code: "did_you_mean", detail: meant, message, ...renaming(this.input.written?.text, node(), name, meant) },
      range,
    );
  }

  /** The tool whose name was probably meant: without a prefix that ends in a delimiter, else the most alike. */
  private meant(name: string, half: string | undefined): string | undefined {
    const tail = /[./:]([^./:]+)$/.exec(name)?.[1];
    const exact = [half, name.trim(), tail].find((one) => one !== undefined && this.tools?.has(one));
    if (exact !== undefined) return exact;
    this.index ??= new KeyIndex(this.tools ?? []);
    return this.index.find(name).probable;
  }

  private arguments(call: ToolCall, index: number, node: FindNode): void {
    const args = call.get("arguments") ?? null;
    const raw = call.get("raw_arguments");
    const range = () => fieldOf(node(), "arguments")?.range;
    if (typeof raw === "string" && raw.length > OPENAI_LONGEST_ARGUMENTS) {
      const message = `The arguments have ${raw.length} characters; OpenAI takes back at most ${OPENAI_LONGEST_ARGUMENTS}.`;
      this.add({ code: `over_openai_input_limit_${OPENAI_LONGEST_ARGUMENTS}_chars`, message }, range);
    }
    if (isFreeText(call)) return;
    if (typeof args === "string" && args === raw) this.unreadArguments(args, index, node);
    else if (!isJsonObject(args)) {
      const kind =
        args === null
          ? "null"
          : Array.isArray(args)
            ? "an array"
            : `a ${typeof args === "bigint" ? "number" : typeof args}`;
      const message = `${label(index)} arguments that are ${kind}, not an object; paths below them select null.`;
      this.add({ code: "arguments_not_object", message }, range);
    }
    this.secrets(args, node);
    this.definition(call, args, node);
  }

  private unreadArguments(text: string, index: number, node: FindNode): void {
    const place = fieldOf(node(), "arguments");
    const source = this.input.written?.text;
    if (text.trim() === "") {
      const message = `${label(index)} empty arguments: the empty text, not \`{}\`, so every path selects null.`;
      this.add({ code: "arguments_empty", message }, () => place?.range);
      return;
    }
    const fault = argumentFault(text);
    if (fault === undefined) {
      const message = `${label(index)} a JSON string as its arguments, not an object; paths below it select null.`;
      this.add({ code: "arguments_not_object", message }, () => place?.range);
      return;
    }
    const inString = place !== undefined && source !== undefined && stringAt(source, place) === text;
    const at = { start: fault.offset, end: Math.min(fault.offset + 1, text.length) };
    const range = () => (inString ? rangeInString(source, place, at) : place?.range);
    const message = `${label(index)} arguments that are not JSON: ${lowered(fault.message)}`;
    const fix = inString && fault.suggestion !== undefined ? replacing(place.range, fault.suggestion) : {};
    this.add({ code: "arguments_not_json", message, ...fix }, range);
    if (fault.code === undefined) return;
    this.add(
      { code: fault.code, message: fault.message, ...(fault.detail === undefined ? {} : { detail: fault.detail }) },
      range,
    );
  }

  /** Arguments stay complete in results and messages (spec 06), so a credential in them is worth a word. */
  private secrets(args: Json, node: FindNode): void {
    if (!isJsonObject(args)) return;
    for (const [key, value] of args) {
      if (typeof value !== "string" || value.length > 4096) continue;
      const looks = findTokenLike(value)[0]?.looksLike ?? (isBearer(value) ? "an authorization header" : undefined);
      if (looks === undefined) continue;
      const message = `The argument \`${key}\` looks like ${looks}; arguments are shown and sent on as they are.`;
      this.add({ code: "possible_secret_in_arguments", detail: key, message }, () => this.argumentRange(node(), [key]));
    }
  }

  private definition(call: ToolCall, args: Json, node: FindNode): void {
    const name = call.get("name");
    const schema = typeof name === "string" ? this.input.definitions?.get(name) : undefined;
    if (schema === undefined) return;
    for (const { path, code, detail, message } of checkDefinition(args, schema)) {
      const at = path.length === 0 ? "" : ` at \`${path.join(".")}\``;
      const text =
        code === "missing_required_argument"
          ? `The definition of \`${String(name)}\` requires \`${detail}\`${at}, which is not there.`
          : `By the definition of \`${String(name)}\`${at}: ${message}.`;
      this.add({ code, detail: [...path, detail].join("."), message: text }, () => this.argumentRange(node(), path));
    }
  }

  private argumentRange(node: SourceNode | undefined, path: readonly string[]): SourceRange | undefined {
    const text = this.input.written?.text;
    return node === undefined || text === undefined ? node?.range : (argumentPlace(text, node, path) ?? node.range);
  }

  private nodeAt(position: number): SourceNode | undefined {
    return this.input.written?.source?.members?.get(position);
  }

  private add(given: Given, rangeOf?: () => SourceRange | undefined): void {
    if (this.problems.length >= MOST_PROBLEMS) {
      this.untold++;
      return;
    }
    const text = this.input.written?.text;
    const range = rangeOf?.();
    if (text !== undefined) this.lines ??= new LineIndex(text);
    const place =
      range === undefined || this.lines === undefined
        ? {}
        : { where: { document: "calls", ...this.lines.at(range.start) }, range };
    this.problems.push({ severity: "warning", ...given, ...place });
  }
}

function label(index: number): string {
  return `Call ${index} has`;
}

function fieldOf(node: SourceNode | undefined, key: "id" | "name" | "arguments"): SourceNode | undefined {
  return node === undefined ? undefined : callField(node, key);
}

/** The field, or the whole call where it has none. */
function fieldRange(node: SourceNode | undefined, key: "id" | "name"): SourceRange | undefined {
  return (fieldOf(node, key) ?? node)?.range;
}

function textOf(value: Json): string {
  return typeof value === "bigint" ? value.toString() : "";
}

/** Custom tools take text (spec 10 §5). */
function isFreeText(call: ToolCall): boolean {
  return call.get("type") === "custom" || call.get("type") === "custom_tool_call";
}

function isBearer(value: string): boolean {
  return /^\s*bearer\s+\S{6,}/i.test(value);
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function replacing(range: SourceRange, { label: does, text }: { label: string; text: string }): { fix: SuggestedFix } {
  return { fix: { label: does, edits: [{ range, text: JSON.stringify(text) }] } };
}

function renaming(
  text: string | undefined,
  node: SourceNode | undefined,
  name: string,
  meant: string,
): { fix?: SuggestedFix } {
  const place = fieldOf(node, "name");
  if (text === undefined || place === undefined || stringAt(text, place) !== name) return {};
  return { fix: { label: `Rename to ${meant}`, edits: [{ range: place.range, text: JSON.stringify(meant) }] } };
}
