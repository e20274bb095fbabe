import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import { count, describeKind, describeValue, listKeys, quote } from "./describe-value.ts";
import type { BrokenEnd, HopTrace } from "./hop-trace.ts";

/** What is said about a reference that selected a value. */
export function foundSentence(text: string, value: Json): string {
  return value === null ? `\`${text}\` is there, and its value is null.` : `\`${text}\` is ${describeValue(value)}.`;
}

export function literalSentence(text: string): string {
  const subject = text === "" ? "The empty text" : quote(text);
  return `${subject} is neither a reference nor a context key, so the text itself is passed.`;
}

export function constantSentence(value: Json): string {
  return `A constant: ${describeValue(value)} is passed as it stands.`;
}

/** What is said about a walk that broke at one of its segments. `probable` is the key that was probably meant. */
export function brokenSentence(text: string, end: BrokenEnd, trace: HopTrace, probable: string | undefined): string {
  const found = trace.foundPath();
  const parent = found === undefined ? "The call" : `\`${found}\``;
  switch (end.reason) {
    case "empty-segment":
      return emptySegmentSentence(text, found);
    case "no-context-key":
      return missingKeySentence("The context", "it is empty", end, probable);
    case "missing-key":
      return missingKeySentence(parent, "it is an empty object", end, probable);
    case "out-of-range":
      return outOfRangeSentence(parent, end);
    case "wrong-container":
      return wrongContainerSentence(parent, found, end);
  }
}

function missingKeySentence(parent: string, empty: string, end: BrokenEnd, probable: string | undefined): string {
  const missing = `${parent} has no key \`${end.segment}\``;
  if (!isJsonObject(end.container) || end.container.size === 0) return `${missing}: ${empty}.`;
  const { size } = end.container;
  const keys = `${size === 1 ? "its only key is" : "its keys are"} ${listKeys(end.container.keys(), size)}`;
  return probable === undefined ? `${missing}; ${keys}.` : `${missing}; ${keys}: did you mean \`${probable}\`?`;
}

function emptySegmentSentence(text: string, found: string | undefined): string {
  if (!text.endsWith(".") || text.includes("..")) {
    return `\`${text}\` has two dots with nothing between them, so it selects null.`;
  }
  if (found === undefined) return `\`${text}\` names no context key after its dot, so it selects null.`;
  return `\`${text}\` ends in a dot with no field after it, so it selects null and not \`${found}\`.`;
}

function outOfRangeSentence(parent: string, end: BrokenEnd): string {
  const length = isJsonArray(end.container) ? end.container.length : 0;
  if (length === 0) return `${parent} is an empty array, so there is no item \`${end.segment}\`.`;
  return `${parent} has ${count(length, "item")}, ${indices(length)}, so there is no item \`${end.segment}\`.`;
}

function indices(length: number): string {
  if (length === 1) return "with the index 0";
  return length === 2 ? "0 and 1" : `0 to ${length - 1}`;
}

function wrongContainerSentence(parent: string, found: string | undefined, end: BrokenEnd): string {
  const { container, segment } = end;
  if (isJsonArray(container)) return notAnIndexSentence(parent, found, segment, container);
  if (isJsonObject(container)) return needsArraySentence(parent, segment, container);
  if (container === null) return `${parent} is null, so the path cannot go on to \`${segment}\`.`;
  return `${parent} is ${describeKind(container)}: a path cannot go through it to \`${segment}\`.`;
}

function notAnIndexSentence(
  parent: string,
  found: string | undefined,
  segment: string,
  array: readonly Json[],
): string {
  const problem = `\`${segment}\` needs an object, and ${parent} is ${describeKind(array)}`;
  return array.length === 0 ? `${problem}.` : `${problem}: select one by its index, as in \`${found}.0\`.`;
}

function needsArraySentence(parent: string, segment: string, object: JsonObject): string {
  const problem = `\`${segment}\` needs an array, and ${parent} is ${describeKind(object)}`;
  return object.has(segment) ? `${problem}: its field \`${segment}\` cannot be reached by a path.` : `${problem}.`;
}
