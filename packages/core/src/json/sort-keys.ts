/** Order by Unicode code point, which for UTF-8 is byte order. UTF-16 order differs beyond U+FFFF. */
export function compareCodePoints(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let at = 0; at < end; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    const leftHigh = left >= 0xd800 && left <= 0xdfff;
    const rightHigh = right >= 0xd800 && right <= 0xdfff;
    if (leftHigh !== rightHigh) return leftHigh ? 1 : -1;
    return left - right;
  }
  return a.length - b.length;
}

/** Whether the keys of an object stand by code point already, as everything does that comes from Lua. */
export function isSorted(object: ReadonlyMap<string, unknown>): boolean {
  let previous: string | undefined;
  for (const key of object.keys()) {
    if (previous !== undefined && compareCodePoints(previous, key) > 0) return false;
    previous = key;
  }
  return true;
}

const SMALL = 12;
const beyondPlain = /[\ud800-\udfff]/;

/** Sorts in place by code point and returns the array. */
export function sortKeys(keys: string[]): string[] {
  if (keys.length < 2) return keys;
  if (keys.some((key) => beyondPlain.test(key))) return keys.sort(compareCodePoints);
  return keys.length <= SMALL ? insertionSort(keys) : keys.sort();
}

function insertionSort(keys: string[]): string[] {
  for (let next = 1; next < keys.length; next++) {
    const key = keys[next] as string;
    let at = next;
    for (; at > 0 && (keys[at - 1] as string) > key; at--) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
  return keys;
}
