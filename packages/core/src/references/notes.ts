import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { ReferenceKind, ReferenceNote } from "../vocabulary/reference.ts";
import { count, listKeys } from "./describe-value.ts";
import { contextReference } from "./literal-notes.ts";

/** Metadata that every child gets; an input of the same name replaces it (spec 05 §1). */
const DEFAULT_KEYS = new Set(["tool_call", "tool_name", "tool_arguments", "tool_call_id", "tool_call_index"]);
const RESULT_KEYS = new Set(["tool_result_value", "tool_result_text"]);
/** More fields than this offer no narrower references: the list would be noise. */
const MOST_ALTERNATIVES = 8;
const PRIVATE_FIELD = /private|internal|secret|passw|token|credential|api_?key|authorization|ssn|iban/i;

/** What a person should know about the name of an input, whatever its value is. */
export function inputKeyNotes(key: string): ReferenceNote[] {
  if (DEFAULT_KEYS.has(key)) {
    const message = `This input replaces the default \`${key}\` that every handler gets.`;
    return [{ code: "shadows-default", message }];
  }
  if (RESULT_KEYS.has(key)) {
    const message = `An input called \`${key}\` is itself the result, unless a step of the handler publishes that key.`;
    return [{ code: "is-result", message }];
  }
  if (key === "_flow_dir") {
    const message = "The handler's folder is written over an input called `_flow_dir`, so this value never arrives.";
    return [{ code: "overwritten", message }];
  }
  return [];
}

/** What a person should know about a reference that selected a value. */
export function selectionNotes(text: string, kind: ReferenceKind, value: Json): ReferenceNote[] {
  const notes: ReferenceNote[] = [];
  if (kind === "context-key") notes.push(bareContextKey(text));
  if (isJsonObject(value) && value.size > 0) notes.push(wholeObject(text, kind, value));
  return notes;
}

function bareContextKey(text: string): ReferenceNote {
  const explicit = contextReference(text);
  const message = `A bare name is the older form: it passes the text itself once the context has no key \`${text}\`.`;
  return explicit === text
    ? { code: "bare-context-key", message }
    : { code: "bare-context-key", message, alternatives: [explicit] };
}

function wholeObject(text: string, kind: ReferenceKind, object: JsonObject): ReferenceNote {
  const root = kind === "context-key" ? contextReference(text) : text;
  const fields = [...object.keys()];
  const message = wholeObjectSentence(fields);
  // Below a bare key with dots no path leads on.
  const narrowable = kind !== "context-key" || root !== text;
  const narrower = fields.filter((field) => !field.includes(".") && field !== "").map((field) => `${root}.${field}`);
  const offered = narrowable && fields.length <= MOST_ALTERNATIVES && narrower.length > 0;
  return offered ? { code: "whole-object", message, alternatives: narrower } : { code: "whole-object", message };
}

function wholeObjectSentence(fields: readonly string[]): string {
  if (fields.length === 1) return `This copies the whole object with its only field ${listKeys(fields, 1)}.`;
  const all = `This copies all ${count(fields.length, "field")}`;
  const looksPrivate = fields.filter((field) => PRIVATE_FIELD.test(field));
  return looksPrivate.length > 0
    ? `${all}, among them ${listKeys(looksPrivate, looksPrivate.length)}.`
    : `${all}: ${listKeys(fields, fields.length)}.`;
}
