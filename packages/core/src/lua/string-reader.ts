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
  /** What was read since `begin`, by its address: the same key stands in every row of a result. */
  readonly #texts: string[] = new Array(SLOTS).fill("");
  readonly #addresses = new Uint32Array(SLOTS);
  readonly #turns = new Uint32Array(SLOTS);
  #turn = 0;

  /** From here until the next call nothing changes in Lua's memory, so an address stands for one string. */
  begin(): void {
    this.#turn = (this.#turn + 1) >>> 0;
  }

  /** Undefined when the bytes are not UTF-8. */
  read(machine: Machine, string: number, tag: number): string | undefined {
    const length = stringLength(machine, string, tag);
    const start = stringContent(string);
    if (tag !== TAG.shortString || length > MAX_CACHED_BYTES) {
      return decodeStrict(machine.u8.subarray(start, start + length));
    }
    const place = (string >>> 3) & (SLOTS - 1);
    if (this.#addresses[place] === string && this.#turns[place] === this.#turn) return this.#texts[place];
    const text = this.#decode(machine, string, start, length);
    if (text !== undefined) {
      this.#addresses[place] = string;
      this.#turns[place] = this.#turn;
      this.#texts[place] = text;
    }
    return text;
  }

  #decode(machine: Machine, string: number, start: number, length: number): string | undefined {
    const slot = shortStringHash(machine, string) & (SLOTS - 1);
    const cached = this.#cache[slot];
    if (cached !== undefined && cached.length === length && spells(machine.u8, start, cached)) return cached;
    const text = tinyAscii(machine.u8, start, length) ?? decodeStrict(machine.u8.subarray(start, start + length));
    if (text?.length === length) this.#cache[slot] = text;
    return text;
  }
}

/** Up to this many units are put together faster than the platform's decoder begins. */
const TINY_UNITS = 16;
/** One list for each length, written again and again. */
const units: readonly number[][] = Array.from({ length: TINY_UNITS + 1 }, (_, length) => new Array(length).fill(0));

/** Undefined when it is longer or not ASCII. */
function tinyAscii(bytes: Uint8Array, start: number, length: number): string | undefined {
  const list = units[length];
  if (list === undefined) return undefined;
  for (let i = 0; i < length; i++) {
    const byte = bytes[start + i] as number;
    if (byte > 0x7f) return undefined;
    list[i] = byte;
  }
  return String.fromCharCode(...list);
}

/** Only true for ASCII: a text of as many units as bytes. */
function spells(bytes: Uint8Array, start: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (bytes[start + i] !== text.charCodeAt(i)) return false;
  }
  return true;
}
