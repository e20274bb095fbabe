import { isJsonObject, type Json } from "../vocabulary/json.ts";
import type { ReferenceKind, ReferenceNote } from "../vocabulary/reference.ts";
import { count, listKeys, quote } from "./describe-value.ts";
import { probableKey } from "./nearest.ts";
import type { ReferenceScope } from "./walk.ts";

/** Metadata that every child gets; an input of the same name replaces it (spec 05 §1). */
const DEFAULT_KEYS = new Set(["tool_call", "tool_name", "tool_arguments", "tool_call_id", "tool_call_index"]);
const RESULT_KEYS = new Set(["tool_result_value", "tool_result_text"]);
/** More fields than this offer no narrower references: the list would be noise. */
const MOST_ALTERNATIVES = 8;

/** What a person should know about an input that did get a value. `key` is the input key as a JSON Pointer. */
export function noteReference(
  key: string,
  text: string | undefined,
  kind: ReferenceKind,
  value: Json,
  scope: ReferenceScope | undefined,
): ReferenceNote[] {
  const notes: ReferenceNote[] = [];
  if (text !== undefined && kind === "literal" && scope !== undefined) notes.push(...nearContextKey(text, scope));
  if (text !== undefined && kind === "context-key") notes.push(bareContextKey(text));
  if (text !== undefined && kind !== "literal" && isJsonObject(value) && value.size > 0) {
    notes.push(wholeObject(text, kind, [...value.keys()]));
  }
  if (DEFAULT_KEYS.has(key)) {
    notes.push({
      code: "shadows-default",
      message: `This input replaces the default \`${key}\` that every handler gets.`,
    });
  }
  if (RESULT_KEYS.has(key)) {
    notes.push({
      code: "is-result",
      message: `An input called \`${key}\` is itself the result, unless a step of the handler publishes that key.`,
    });
  }
  return notes;
}

function nearContextKey(text: string, scope: ReferenceScope): ReferenceNote[] {
  const probable = probableKey(text, [...scope.context.keys()]);
  if (probable !== undefined) {
    const message = `${quote(text)} is not a context key, so the text itself is passed; the context has \`${probable}\`.`;
    return [{ code: "near-context-key", message, alternatives: [contextReference(probable)] }];
  }
  const [root = ""] = text.split(".", 1);
  if (root.length < text.length && scope.context.has(root)) {
    const message = `${quote(text)} is no path without \`ctx.\`, so the text itself is passed.`;
    return [{ code: "near-context-key", message, alternatives: [`ctx.${text}`] }];
  }
  return [];
}

function bareContextKey(text: string): ReferenceNote {
  const explicit = contextReference(text);
  const message = `A bare name is the older form: it passes the text itself once the context has no \`${text}\`.`;
  return explicit === text
    ? { code: "bare-context-key", message }
    : { code: "bare-context-key", message, alternatives: [explicit] };
}

function wholeObject(text: string, kind: ReferenceKind, fields: readonly string[]): ReferenceNote {
  const root = kind === "context-key" ? contextReference(text) : text;
  const message = `This copies all ${count(fields.length, "field")}: ${listKeys(fields, fields.length)}.`;
  const narrower = fields.filter((field) => !field.includes(".") && field !== "").map((field) => `${root}.${field}`);
  const offered = fields.length <= MOST_ALTERNATIVES && narrower.length > 0;
  return offered ? { code: "whole-object", message, alternatives: narrower } : { code: "whole-object", message };
}

/** A key with a dot, or the empty one, cannot be reached by a path: it keeps its bare form. */
function contextReference(key: string): string {
  return key === "" || key.includes(".") ? key : `ctx.${key}`;
}
