import { isJsonObject, type JsonObject, parseJson } from "@tool-dispatch/core";
import { draftFromDocument } from "../store/draft.ts";
import type { Action } from "../store/state.ts";

/** Larger files are refused before they are read; a scenario for the server may have 1 MiB, a log far more. */
export const MOST_FILE_BYTES = 32 * 1024 * 1024;

/** What a file turns out to be: something that happened to the draft, or the reason why nothing did. */
export type Opened =
  | { readonly ok: true; readonly action: Action; readonly said: string }
  | { readonly ok: false; readonly said: string };

/** A scenario document becomes a draft of its own (spec 11 §1); every other text is what a model or provider gave. */
export function openText(text: string, file: string, id: string): Opened {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value) || !isScenario(parsed.value)) {
    if (text.trim() === "") return { ok: false, said: `${file} is empty. Nothing was opened.` };
    const action: Action = { type: "calls-pasted", text, choice: {} };
    return { ok: true, action, said: `The text of ${file} stands in Calls.` };
  }
  const document = parsed.value;
  if (document.get("version") !== 1n)
    return { ok: false, said: `${file} is a scenario of another version than 1. Nothing was opened.` };
  const draft = draftFromDocument(named(document, file), id);
  return { ok: true, action: { type: "draft-opened", draft }, said: `${file} is open as a draft of its own.` };
}

const PARTS = ["tools", "flows", "context", "kind"];

/** No provider's answer has a number as `version` beside parts of a scenario. */
function isScenario(document: JsonObject): boolean {
  const version = document.get("version");
  const numbered = typeof version === "bigint" || typeof version === "number";
  return numbered && PARTS.some((part) => document.has(part));
}

function named(document: JsonObject, file: string): JsonObject {
  return document.has("name") ? document : new Map([...document, ["name", file.replace(/\.json$/i, "")]]);
}
