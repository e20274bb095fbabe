import type { JsonObject } from "../vocabulary/json.ts";

/** Of a larger container only the first keys are compared and named. */
const MOST_COMPARED = 1_000;
const LONGEST_COMPARED = 64;
/** Counts as more than one slip of the finger and less than two. */
const SHARED_WORDS = 1.5;

/** The keys of a container that are most like a name. */
export interface Neighbours {
  /** The least unlike key; absent in an empty container. */
  readonly nearest?: string;
  /** The nearest key, if the name was probably meant to be it. */
  readonly probable?: string;
}

interface IndexedKey {
  readonly key: string;
  readonly plain: string;
  readonly words: readonly string[];
}

/** Keys of one container, made ready once to be compared with many names. */
export class KeyIndex {
  private readonly keys: readonly IndexedKey[];

  constructor(keys: Iterable<string>) {
    const indexed: IndexedKey[] = [];
    for (const key of keys) {
      if (indexed.length === MOST_COMPARED) break;
      indexed.push(indexKey(key));
    }
    this.keys = indexed;
  }

  /** The first of equally near keys wins. */
  find(name: string): Neighbours {
    const sought = indexKey(name);
    let nearest: IndexedKey | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const key of this.keys) {
      const likeness = unlikeness(sought, key, distance);
      if (likeness < distance) [nearest, distance] = [key, likeness];
    }
    if (nearest === undefined) return {};
    const probable = distance === SHARED_WORDS || distance <= allowedSlips(sought.plain.length);
    return probable ? { nearest: nearest.key, probable: nearest.key } : { nearest: nearest.key };
  }
}

/** Values do not change, so each container is indexed once, however many calls and references walk through it. */
const indexes = new WeakMap<JsonObject, KeyIndex>();

/** The keys of `container` that are most like a name. */
export function keysLike(name: string, container: JsonObject): Neighbours {
  let index = indexes.get(container);
  if (index === undefined) {
    index = new KeyIndex(container.keys());
    indexes.set(container, index);
  }
  return index.find(name);
}

function indexKey(key: string): IndexedKey {
  const words = key
    .slice(0, LONGEST_COMPARED)
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_\-.\s]+/)
    .filter((word) => word !== "");
  return { key, plain: words.join("").slice(0, LONGEST_COMPARED), words };
}

/** A name of this length may hold so many slips and still be recognised. */
function allowedSlips(length: number): number {
  if (length < 3) return 0;
  if (length < 6) return 1;
  return length < 10 ? 2 : 3;
}

/** 0 for names that differ in case and separators alone, else the number of slips; `bound` when it is no less. */
function unlikeness(name: IndexedKey, key: IndexedKey, bound: number): number {
  if (name.plain === key.plain) return 0;
  const slips = Math.abs(name.plain.length - key.plain.length) < bound ? edits(name.plain, key.plain) : bound;
  return slips > SHARED_WORDS && (sharesWords(name, key) || sharesWords(key, name)) ? SHARED_WORDS : slips;
}

/** Every word of one is a word of the other: `id` of `user_id`. */
function sharesWords(part: IndexedKey, whole: IndexedKey): boolean {
  return part.words.length > 0 && part.words.every((word) => whole.words.includes(word));
}

/** Rows of the table below; comparing is synchronous, so that all comparisons can share them. */
const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST_COMPARED + 1)) as [Uint8Array, Uint8Array, Uint8Array];

/** Insertions, deletions, replacements, and swaps of neighbours, between names of at most `LONGEST_COMPARED`. */
function edits(a: string, b: string): number {
  let [beforeLast, last, current] = rows;
  for (let column = 0; column <= b.length; column++) last[column] = column;
  for (let row = 1; row <= a.length; row++) {
    current[0] = row;
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      const replaced = at(last, column - 1) + (same ? 0 : 1);
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced);
      if (!same && isSwap(a, row, b, column)) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current[column] = cost;
    }
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return at(last, b.length);
}

function isSwap(a: string, row: number, b: string, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
    a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
  );
}

function at(row: Uint8Array, column: number): number {
  return row[column] ?? 0;
}
