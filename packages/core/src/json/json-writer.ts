import { isJsonArray, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import { formatFloat } from "./format-float.ts";
import { isSorted, sortKeys } from "./sort-keys.ts";
import { utf8Length } from "./utf8-length.ts";

/** A text, and how many bytes it takes as UTF-8. */
export interface PrintedJson {
  readonly text: string;
  readonly bytes: number;
}

const CAPACITY = 65_536;
/** More than what is written between two looks at the room that is left: a key and a value, neither of them long. */
const MARGIN = 8192;
/** Strings of more UTF-16 units go to the text as the platform prints them. */
const LONG_UNITS = 1024;
const MOST_KEYS = 1024;
const CACHED_KEY_UNITS = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const TRUE = ascii("true");
const FALSE = ascii("false");
const NULL = ascii("null");

/**
 * Prints JSON as bytes into one buffer that is used again: a text put together from many small ones costs more in
 * garbage than in work. The rules are those of spec 01 §7. Not for use while it prints.
 */
export class JsonWriter {
  readonly #buffer = new Uint8Array(CAPACITY);
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  /** Keys as they are written, with quotes and colon. */
  readonly #keys = new Map<string, Uint8Array>();
  #at = 0;
  #text = "";
  #bytes = 0;
  #sorted = true;

  /** `sorted`: keys by code point at every level; else in their own order. */
  print(value: Json, sorted: boolean): PrintedJson {
    this.#at = 0;
    this.#text = "";
    this.#bytes = 0;
    this.#sorted = sorted;
    this.#value(value);
    this.#flush();
    const printed = { text: this.#text, bytes: this.#bytes };
    this.#text = "";
    return printed;
  }

  #value(value: Json): void {
    if (this.#at > CAPACITY - MARGIN) this.#flush();
    switch (typeof value) {
      case "string":
        this.#string(value);
        break;
      case "bigint":
        this.#integer(value);
        break;
      case "number":
        this.#float(value);
        break;
      case "boolean":
        this.#put(value ? TRUE : FALSE);
        break;
      default:
        if (value === null) this.#put(NULL);
        else if (isJsonArray(value)) this.#array(value);
        else this.#object(value);
    }
  }

  #array(array: JsonArray): void {
    this.#buffer[this.#at++] = 0x5b;
    for (let index = 0; index < array.length; index++) {
      if (index > 0) this.#buffer[this.#at++] = COMMA;
      this.#value(array[index] as Json);
    }
    this.#close(0x5d);
  }

  #object(object: JsonObject): void {
    this.#buffer[this.#at++] = 0x7b;
    if (this.#sorted && !isSorted(object)) this.#sortedMembers(object);
    else {
      let first = true;
      for (const [key, member] of object) {
        this.#key(key, first);
        this.#value(member);
        first = false;
      }
    }
    this.#close(0x7d);
  }

  #sortedMembers(object: JsonObject): void {
    let first = true;
    for (const key of sortKeys([...object.keys()])) {
      this.#key(key, first);
      this.#value(object.get(key) as Json);
      first = false;
    }
  }

  /** Many may follow one another without a value between them. */
  #close(bracket: number): void {
    if (this.#at > CAPACITY - MARGIN) this.#flush();
    this.#buffer[this.#at++] = bracket;
  }

  #key(key: string, first: boolean): void {
    if (!first) this.#buffer[this.#at++] = COMMA;
    const known = this.#keys.get(key);
    if (known !== undefined) {
      this.#put(known);
      return;
    }
    if (key.length <= CACHED_KEY_UNITS) {
      if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
      this.#keys.set(key, this.#encoder.encode(`${JSON.stringify(key)}:`));
    }
    this.#string(key);
    this.#buffer[this.#at++] = COLON;
  }

  #put(bytes: Uint8Array): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < bytes.length; index++) buffer[at++] = bytes[index] as number;
    this.#at = at;
  }

  #string(text: string): void {
    if (text.length > LONG_UNITS) this.#piece(JSON.stringify(text));
    else if (!this.#plainString(text)) this.#escaped(text);
  }

  /** False, and nothing written, when something in it has to be escaped or is half of a pair. */
  #plainString(text: string): boolean {
    const buffer = this.#buffer;
    let at = this.#at;
    buffer[at++] = QUOTE;
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) {
        if (unit < 0x20 || unit === QUOTE || unit === BACKSLASH) return false;
        buffer[at++] = unit;
      } else if (unit < 0x800) {
        buffer[at++] = 0xc0 | (unit >> 6);
        buffer[at++] = 0x80 | (unit & 0x3f);
      } else {
        if (unit >= 0xd800 && unit <= 0xdfff) return false;
        buffer[at++] = 0xe0 | (unit >> 12);
        buffer[at++] = 0x80 | ((unit >> 6) & 0x3f);
        buffer[at++] = 0x80 | (unit & 0x3f);
      }
    }
    buffer[at++] = QUOTE;
    this.#at = at;
    return true;
  }

  #escaped(text: string): void {
    const { written } = this.#encoder.encodeInto(JSON.stringify(text), this.#buffer.subarray(this.#at));
    this.#at += written;
  }

  /** A text that goes past the buffer. */
  #piece(text: string): void {
    this.#flush();
    this.#text += text;
    this.#bytes += utf8Length(text);
  }

  #integer(value: bigint): void {
    const number = Number(value);
    if (number >= 0 && number < 1e9) this.#digits(number);
    else this.#ascii(value.toString());
  }

  /** At most three decimals are written without a text of their own. */
  #float(value: number): void {
    const size = Math.abs(value);
    const thousandths = size * 1000;
    const isShort = thousandths >= 1 && thousandths < 1e9 && thousandths === Math.trunc(thousandths);
    if (!isShort || thousandths / 1000 !== size) {
      this.#ascii(formatFloat(value));
      return;
    }
    const buffer = this.#buffer;
    if (value < 0) buffer[this.#at++] = 0x2d;
    const whole = Math.trunc(size);
    this.#digits(whole);
    buffer[this.#at++] = 0x2e;
    const rest = thousandths - whole * 1000;
    const hundredths = rest % 100;
    buffer[this.#at++] = ZERO + (rest - hundredths) / 100;
    if (hundredths === 0) return;
    const last = hundredths % 10;
    buffer[this.#at++] = ZERO + (hundredths - last) / 10;
    if (last > 0) buffer[this.#at++] = ZERO + last;
  }

  /** A whole number from 0 below 10⁹. */
  #digits(number: number): void {
    const buffer = this.#buffer;
    let end = this.#at + 1;
    for (let bound = 10; bound <= number; bound *= 10) end++;
    let rest = number;
    for (let at = end - 1; at >= this.#at; at--) {
      const tenth = (rest / 10) | 0;
      buffer[at] = ZERO + rest - tenth * 10;
      rest = tenth;
    }
    this.#at = end;
  }

  #ascii(text: string): void {
    const buffer = this.#buffer;
    let at = this.#at;
    for (let index = 0; index < text.length; index++) buffer[at++] = text.charCodeAt(index);
    this.#at = at;
  }

  #flush(): void {
    if (this.#at === 0) return;
    this.#text += this.#decoder.decode(this.#buffer.subarray(0, this.#at));
    this.#bytes += this.#at;
    this.#at = 0;
  }
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
