import { formatFloat } from "../json/format-float.ts";
import { isJsonArray, type Json, type JsonObject } from "../vocabulary/json.ts";

/** What an ASCII character may take in JSON at most, as `\u001f`. */
const WIDEST = 6;
const LONGEST_NUMBER = 26;
/** Values below this many bytes are counted again sooner than remembered. */
const KEPT_BYTES = 1024;

/**
 * Counts the bytes of compact JSON without printing it. One run asks for the same large values again and again, so it
 * remembers those: an instance lives as long as a run.
 */
export class JsonSizes {
  readonly #known = new Map<object | string, number>();
  readonly #bound = new UpperBound();

  /** What the compact JSON of a container takes, where it was printed already. */
  note(container: object, bytes: number): void {
    if (bytes >= KEPT_BYTES) this.#known.set(container, bytes);
  }

  /** Whether the compact JSON of a value has at most `limitBytes` bytes; stops counting once it has more. */
  isWithin(value: Json, limitBytes: number): boolean {
    return this.#bound.fits(value, limitBytes) || this.#remaining(value, limitBytes) >= 0;
  }

  /** Bytes of `budget` left after the compact JSON of the value; negative when it did not fit. */
  #remaining(value: Json, budget: number): number {
    switch (typeof value) {
      case "string":
        return value.length < KEPT_BYTES ? budget - stringBytes(value, budget) : this.#longRemaining(value, budget);
      case "bigint":
        return budget - value.toString().length;
      case "number":
        return budget - formatFloat(value).length;
      case "boolean":
        return budget - (value ? 4 : 5);
      default:
        return value === null ? budget - 4 : this.#containerRemaining(value, budget);
    }
  }

  /** A result's text stands in its entry and in its message. */
  #longRemaining(text: string, budget: number): number {
    const known = this.#known.get(text);
    if (known !== undefined) return budget - known;
    const bytes = stringBytes(text, budget);
    if (bytes <= budget) this.#known.set(text, bytes);
    return budget - bytes;
  }

  #containerRemaining(container: readonly Json[] | JsonObject, budget: number): number {
    const known = this.#known.get(container);
    if (known !== undefined) return budget - known;
    const left = isJsonArray(container)
      ? this.#arrayRemaining(container, budget)
      : this.#objectRemaining(container, budget);
    if (left >= 0) this.note(container, budget - left);
    return left;
  }

  #arrayRemaining(array: readonly Json[], budget: number): number {
    let left = budget - 2 - Math.max(0, array.length - 1);
    for (let index = 0; index < array.length && left >= 0; index++) left = this.#remaining(array[index] as Json, left);
    return left;
  }

  #objectRemaining(object: JsonObject, budget: number): number {
    // Brackets, commas, and a colon a member.
    let left = budget - 2 - Math.max(0, 2 * object.size - 1);
    for (const [key, member] of object) {
      if (left < 0) return left;
      left = this.#remaining(member, left - stringBytes(key, left));
    }
    return left;
  }
}

/** The most that a value can take: quick to know, and enough for nearly every value. */
class UpperBound {
  #left = 0;

  fits(value: Json, limitBytes: number): boolean {
    this.#left = limitBytes;
    this.#take(value);
    return this.#left >= 0;
  }

  #take(value: Json): void {
    if (this.#left < 0) return;
    if (typeof value === "string") this.#left -= WIDEST * value.length + 2;
    else if (typeof value !== "object" || value === null) this.#left -= LONGEST_NUMBER;
    else if (isJsonArray(value)) {
      this.#left -= 2 + value.length;
      for (let index = 0; index < value.length; index++) this.#take(value[index] as Json);
    } else {
      this.#left -= 2;
      // A loop over the entries would make an array of each.
      value.forEach(this.#takeMember, this);
    }
  }

  #takeMember(member: Json, key: string): void {
    this.#left -= WIDEST * key.length + 4;
    this.#take(member);
  }
}

/** Bytes of a string as JSON writes it: counted, not printed. Every character takes a byte at least. */
function stringBytes(text: string, budget: number): number {
  let bytes = text.length + 2;
  for (let at = 0; at < text.length && bytes <= budget; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += EXTRA_BYTES[code] as number;
    else if (code < 0x800) bytes += 1;
    // Each half of a pair counts two of the four bytes.
    else bytes += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
  }
  return bytes;
}

/** What each ASCII character takes beyond its own byte. */
const EXTRA_BYTES = Uint8Array.from(
  { length: 0x80 },
  (_, code) => JSON.stringify(String.fromCharCode(code)).length - 3,
);
