import { type CallReport, isJsonArray, isJsonObject, type Json } from "@tool-dispatch/core";
import { LARGE_CHARACTERS } from "../store/large-documents.ts";

/** Characters that stand for what a value costs beside its text. */
const A_VALUE = 8;

/** Whether the calls of a run hold so much that going through it would hold up the page. */
export function areHeavy(calls: readonly CallReport[]): boolean {
  const values = calls.flatMap(({ outcome }) =>
    "entry" in outcome ? [outcome.entry, outcome.message, outcome.child_input ?? null] : [],
  );
  return weighsMoreThan(values, LARGE_CHARACTERS);
}

/** Whether values come to more than so many characters; looks no further than that. */
export function weighsMoreThan(values: readonly Json[], characters: number): boolean {
  const waiting: Json[] = [...values];
  let left = characters;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    left -= typeof value === "string" ? value.length : A_VALUE;
    const members = isJsonArray(value) ? value.length : isJsonObject(value) ? value.size : 0;
    if (left < members) return true;
    if (isJsonArray(value)) for (const item of value) waiting.push(item);
    else if (isJsonObject(value)) for (const member of value.values()) waiting.push(member);
  }
  return false;
}
