import { shortStringHash, stringContent, stringLength, TAG } from "./vm/layout.ts";
import type { Machine } from "./vm/machine.ts";
import { decodeStrict } from "./vm/text.ts";

const SLOTS = 1024;
/** Longer ones are decoded natively at once. */
const MAX_CACHED_BYTES = 40;

/**
 * Decodes Lua's strings. The short ASCII ones, field names above all, come out of a small cache that is found by
 * Lua's own hash and compared byte by byte before it is believed.
 */
export class StringReader {
  readonly #cache: (string | undefined)[] = new Array(SLOTS);

  /** Undefined when the bytes are not UTF-8. */
  read(machine: Machine, string: number, tag: number): string | undefined {
    const length = stringLength(machine, string, tag);
    const start = stringContent(string);
    if (tag !== TAG.shortString || length > MAX_CACHED_BYTES) {
      return decodeStrict(machine.u8.subarray(start, start + length));
    }
    const slot = shortStringHash(machine, string) & (SLOTS - 1);
    const cached = this.#cache[slot];
    if (cached !== undefined && cached.length === length && spells(machine.u8, start, cached)) return cached;
    const text = decodeStrict(machine.u8.subarray(start, start + length));
    if (text?.length === length) this.#cache[slot] = text;
    return text;
  }
}

/** Only true for ASCII: a text of as many units as bytes. */
function spells(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[start + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}
