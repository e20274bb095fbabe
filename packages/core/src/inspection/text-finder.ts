import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, isJsonObject, type Json } from "../vocabulary/json.ts";

/** A text to look for, and whose it is. `word` texts count only where no letter, digit or longer number goes on. */
export interface Needle {
  readonly owner: number;
  readonly text: string;
  readonly word: boolean;
}

/** Called for every occurrence; `path` is the JSON Pointer of the value, or of the member whose key it stands in. */
export type OnFound = (owner: number, path: () => string) => void;

/** Shorter texts cannot be looked for: they stand everywhere. */
export const SHORTEST_NEEDLE = 3;
const LONGEST_COMPARED = 256;
const SLOTS = 1 << 16;

/** Needles that begin alike: by the length compared, then by the text. */
type Group = Map<number, Map<string, Needle[]>>;

/**
 * Looks for many texts in one pass over keys, strings and numbers: the first three characters choose a group, and
 * one look-up for each length in the group the needles. So 50,000 texts in 3 MiB take about as long as one.
 */
export class TextFinder {
  private readonly groups = new Map<string, Group>();
  /** Whether a needle begins with characters of this hash: most places are passed by with one look. */
  private readonly begins = new Uint8Array(SLOTS);

  add(needle: Needle): void {
    const begin = needle.text.slice(0, SHORTEST_NEEDLE);
    if (begin.length < SHORTEST_NEEDLE) return;
    this.begins[slot(begin, 0)] = 1;
    const compared = needle.text.slice(0, LONGEST_COMPARED);
    const group = getOrMake(this.groups, begin, () => new Map());
    const alike = getOrMake(group, compared.length, () => new Map<string, Needle[]>());
    getOrMake(alike, compared, (): Needle[] => []).push(needle);
  }

  search(value: Json, found: OnFound): void {
    if (this.groups.size > 0) this.searchValue(value, [], found);
  }

  private searchValue(value: Json, path: (string | number)[], found: OnFound): void {
    if (typeof value === "string") this.searchText(value, path, found);
    else if (typeof value === "bigint") this.searchText(value.toString(), path, found);
    else if (typeof value === "number") this.searchText(formatFloat(value), path, found);
    else if (isJsonArray(value)) {
      for (let index = 0; index < value.length; index++) {
        path.push(index);
        this.searchValue(value[index] as Json, path, found);
        path.pop();
      }
    } else if (isJsonObject(value)) {
      for (const [key, member] of value) {
        path.push(key);
        this.searchText(key, path, found);
        this.searchValue(member, path, found);
        path.pop();
      }
    }
  }

  private searchText(text: string, path: readonly (string | number)[], found: OnFound): void {
    const last = text.length - SHORTEST_NEEDLE;
    for (let at = 0; at <= last; at++) {
      if (this.begins[slot(text, at)] === 0) continue;
      const group = this.groups.get(text.slice(at, at + SHORTEST_NEEDLE));
      if (group === undefined) continue;
      for (const [length, alike] of group) {
        for (const needle of alike.get(text.slice(at, at + length)) ?? []) {
          if (standsAt(text, at, needle)) found(needle.owner, () => pointer(path));
        }
      }
    }
  }
}

/** JSON Pointer of a path. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((token) => `/${String(token).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function slot(text: string, at: number): number {
  const mixed = text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2);
  return mixed & (SLOTS - 1);
}

function standsAt(text: string, at: number, needle: Needle): boolean {
  if (needle.text.length > LONGEST_COMPARED && !text.startsWith(needle.text, at)) return false;
  return !needle.word || (!goesOnBefore(text, at) && !goesOnAfter(text, at + needle.text.length));
}

function goesOnBefore(text: string, at: number): boolean {
  if (isWordUnit(text, at - 1)) return true;
  // A decimal point after a digit, and the sign of a number.
  if (text[at - 1] === ".") return isDigit(text, at - 2);
  return text[at - 1] === "-" && !isWordUnit(text, at - 2);
}

function goesOnAfter(text: string, end: number): boolean {
  return isWordUnit(text, end) || (text[end] === "." && isDigit(text, end + 1));
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function isWordUnit(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? "");
}

function getOrMake<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
