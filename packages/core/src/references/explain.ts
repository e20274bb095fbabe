import type { JsonSyntaxError } from "../json/parse-json.ts";
import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Explanation, ReferenceNote } from "../vocabulary/reference.ts";
import { betterReferences } from "./better-references.ts";
import { type BrokenEnd, HopTrace } from "./hop-trace.ts";
import { keysLike, type Neighbours } from "./key-index.ts";
import { literalNotes } from "./literal-notes.ts";
import { inputKeyNotes, selectionNotes } from "./notes.ts";
import { brokenSentence, constantSentence, foundSentence, literalSentence } from "./sentences.ts";
import { argumentSyntaxError, brokeOnArgumentText, notJsonSentence } from "./unparsed-arguments.ts";
import { type ReferenceScope, walkReference } from "./walk.ts";

/** Keys of a container that an explanation names at most. */
const MOST_KEYS = 100;
/** Longer literals are sentences, not names that somebody mistyped. */
const LONGEST_NAME = 64;

/**
 * The values of an input mapping, and how each string and constant of it got its own (spec 11 §3), in the mapping's
 * order. A container has no explanation of its own, its members have, unless it has none: then it is a constant.
 */
export interface ExplainedInput {
  readonly values: Map<string, Json>;
  readonly explanations: readonly Explanation[];
}

/** `resolveInput` that also tells how: the same walk, with every hop kept. The values go into `values`, over what is there. */
export function explainInput(
  input: JsonObject,
  scope: ReferenceScope,
  values: Map<string, Json> = new Map(),
): ExplainedInput {
  const explainer = new Explainer(scope);
  for (const [key, value] of input) values.set(key, explainer.input(key, value));
  return { values, explanations: explainer.explanations };
}

/** One reference, explained under the input key that it stands at. */
export function explainReference(key: string, text: string, scope: ReferenceScope): Explanation {
  const explainer = new Explainer(scope);
  explainer.input(key, text);
  return explainer.explanations[0] as Explanation;
}

/** An explanation while it is made. */
type Draft = { -readonly [Field in keyof Explanation]: Explanation[Field] };

class Explainer {
  readonly explanations: Draft[] = [];
  private readonly scope: ReferenceScope;
  /** Read at most once; null: the arguments were JSON. */
  private syntaxError: JsonSyntaxError | null | undefined;

  constructor(scope: ReferenceScope) {
    this.scope = scope;
  }

  /** One top-level input; notes about its name stand at its first row. */
  input(key: string, value: Json): Json {
    const first = this.explanations.length;
    const resolved = this.value(escapePointer(key), value);
    const row = this.explanations[first];
    if (row !== undefined) addNotes(row, inputKeyNotes(key));
    return resolved;
  }

  private value(key: string, value: Json): Json {
    if (typeof value === "string") {
      const explanation = this.reference(key, value);
      this.explanations.push(explanation);
      return explanation.value;
    }
    if (isJsonArray(value) && value.length > 0) return value.map((item, index) => this.value(`${key}/${index}`, item));
    if (isJsonObject(value) && value.size > 0) {
      const members = new Map<string, Json>();
      for (const [name, member] of value) members.set(name, this.value(`${key}/${escapePointer(name)}`, member));
      return members;
    }
    this.explanations.push({ key, kind: "constant", hops: [], value, reason: null, message: constantSentence(value) });
    return value;
  }

  private reference(key: string, text: string): Explanation {
    const trace = new HopTrace();
    const value = walkReference(text, this.scope, trace);
    const kind = trace.walked;
    const row: Draft = { key, reference: text, kind, hops: trace.hops, value, reason: null, message: "" };
    if (trace.end !== undefined) this.explainBroken(row, text, trace.end, trace);
    else if (kind === "literal") this.explainLiteral(row, text);
    else {
      row.message = foundSentence(text, value);
      addNotes(row, selectionNotes(text, kind, value));
    }
    return row;
  }

  private explainLiteral(row: Draft, text: string): void {
    const isName = text !== "" && text.length <= LONGEST_NAME;
    const probable = isName ? keysLike(text, this.scope.context).probable : undefined;
    if (probable !== undefined) row.nearest = probable;
    row.message = literalSentence(text);
    addNotes(row, literalNotes(text, this.scope, probable));
  }

  private explainBroken(row: Draft, text: string, end: BrokenEnd, trace: HopTrace): void {
    const error = brokeOnArgumentText(end, trace) ? this.argumentError() : null;
    if (error !== null) {
      row.reason = "not-json";
      row.message = notJsonSentence(error);
      return;
    }
    row.reason = end.reason;
    const { nearest, probable } = this.nameNeighbours(row, end);
    row.message = brokenSentence(text, end, trace, probable);
    const alternatives = betterReferences(text, end, trace, nearest, this.scope);
    if (alternatives.length > 0) row.alternatives = alternatives;
  }

  private nameNeighbours(row: Draft, { reason, container, segment }: BrokenEnd): Neighbours {
    if ((reason !== "missing-key" && reason !== "no-context-key") || !isJsonObject(container)) return {};
    const neighbours = keysLike(segment, container);
    row.keys = firstKeys(container);
    if (neighbours.nearest !== undefined) row.nearest = neighbours.nearest;
    return neighbours;
  }

  private argumentError(): JsonSyntaxError | null {
    if (this.syntaxError === undefined) this.syntaxError = argumentSyntaxError(this.scope.call) ?? null;
    return this.syntaxError;
  }
}

function firstKeys(container: JsonObject): string[] {
  const keys: string[] = [];
  for (const key of container.keys()) {
    if (keys.length === MOST_KEYS) break;
    keys.push(key);
  }
  return keys;
}

function addNotes(row: Draft, notes: readonly ReferenceNote[]): void {
  if (notes.length > 0) row.notes = row.notes === undefined ? notes : [...row.notes, ...notes];
}

/** One token of a JSON Pointer. */
function escapePointer(key: string): string {
  return key.includes("~") || key.includes("/") ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}
