import { compactJson, isJsonArray, isJsonObject, type Json } from "@tool-dispatch/core";

/** A container that is open: what is still to come of it, and how it ends. */
interface Level {
  readonly members: Iterator<readonly [string | undefined, Json]>;
  /** A line break and the blanks of the members. */
  readonly inner: string;
  readonly end: string;
  begun: boolean;
}

/**
 * What `prettyJson` prints, piece by piece: whoever reads it may stop, or rest between two pieces. Of a text longer than
 * `longestText` only so much is printed.
 */
export function* prettyPieces(root: Json, longestText = Number.POSITIVE_INFINITY): Generator<string> {
  const levels: Level[] = [];
  const begin = (value: Json, newline: string): string => {
    const level = levelOf(value, newline);
    if (level === undefined) return printedLeaf(value, longestText);
    levels.push(level);
    return isJsonArray(value) ? "[" : "{";
  };
  yield begin(root, "\n");
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.members.next();
    if (next.done === true) {
      levels.pop();
      yield level.end;
      continue;
    }
    const [key, member] = next.value;
    const before = `${level.begun ? "," : ""}${level.inner}${key === undefined ? "" : `${JSON.stringify(key)}: `}`;
    level.begun = true;
    yield before + begin(member, level.inner);
  }
}

/** The beginning of a value as it is printed: at most so many characters, and whether that is all. */
export function prettyStart(value: Json, most: number): { readonly text: string; readonly whole: boolean } {
  let text = "";
  for (const piece of prettyPieces(value, most)) {
    text += piece;
    if (text.length > most) return { text: text.slice(0, most), whole: false };
  }
  return { text, whole: true };
}

function levelOf(value: Json, newline: string): Level | undefined {
  const inner = `${newline}  `;
  if (isJsonArray(value)) {
    return value.length === 0 ? undefined : { members: itemsOf(value), inner, end: `${newline}]`, begun: false };
  }
  if (!isJsonObject(value) || value.size === 0) return undefined;
  return { members: value.entries(), inner, end: `${newline}}`, begun: false };
}

function* itemsOf(array: readonly Json[]): Generator<readonly [undefined, Json]> {
  for (const item of array) yield [undefined, item];
}

function printedLeaf(value: Json, longestText: number): string {
  if (typeof value !== "string") return compactJson(value);
  return JSON.stringify(value.length > longestText ? value.slice(0, longestText) : value);
}
