import type { Json, JsonArray, JsonObject } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { describeCodePoint, JsonFault } from "./json-fault.ts";
import { escapeLength, loneSurrogate } from "./string-escapes.ts";

/** Nesting of this many arrays and objects is refused (spec 01 §3). */
const JSON_DEPTH_LIMIT = 128;

const INTEGER_MIN = -(2n ** 63n);
const INTEGER_MAX = 2n ** 64n - 1n;

/** From this many characters on, searching beats looking at each character. */
const LONG = 64;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids in a string
const NOT_PLAIN = /[\\\u0000-\u001f]/;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;

/**
 * Reads one text, character by character, and throws a JsonFault where it stops being JSON. When tracking it keeps where
 * the value read last stands, with its members.
 */
export class JsonReader {
  private readonly text: string;
  private readonly tracking: boolean;
  /** Half of a surrogate pair is accepted as an escape: the other half may stand in another text. */
  private readonly halves: boolean;
  private at = 0;
  private depth = 0;
  /** Of the value read last, when tracking. */
  private node: SourceNode | undefined;

  constructor(text: string, tracking: boolean, halves = false) {
    this.text = text;
    this.tracking = tracking;
    this.halves = halves;
  }

  document(): Json {
    if (!this.text.isWellFormed())
      throw new JsonFault("half of a surrogate pair is not text", loneSurrogate(this.text));
    this.skipBlanks();
    if (this.at >= this.text.length) throw new JsonFault("expected a JSON value, the text is empty", this.at);
    const value = this.value();
    this.skipBlanks();
    if (this.at < this.text.length) throw this.unexpected("expected the end of the text after the value");
    return value;
  }

  /** The one value that stands at `from`, whatever comes after it. */
  valueAt(from: number): Json {
    this.at = from;
    this.skipBlanks();
    if (this.at >= this.text.length) throw new JsonFault("expected a JSON value, the text ends", this.at);
    return this.value();
  }

  /** Where the value read last ends. */
  get end(): number {
    return this.at;
  }

  source(): SourceNode {
    if (this.node === undefined) throw new Error("nothing was read with its source");
    return this.node;
  }

  private value(): Json {
    const start = this.at;
    switch (this.text.charCodeAt(start)) {
      case QUOTE: {
        const value = this.string();
        if (this.tracking) this.node = { range: { start, end: this.at } };
        return value;
      }
      case 0x7b:
        return this.object();
      case 0x5b:
        return this.array();
      case 0x74:
        return this.word("true", true);
      case 0x66:
        return this.word("false", false);
      case 0x6e:
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  private word<T extends Json>(word: string, value: T): T {
    const start = this.at;
    if (!this.text.startsWith(word, start)) throw this.unexpected("expected a JSON value");
    this.at = start + word.length;
    if (this.tracking) this.node = { range: { start, end: this.at } };
    return value;
  }

  private array(): JsonArray {
    const start = this.at;
    const items: Json[] = [];
    const members = this.tracking ? new Map<string | number, SourceNode>() : undefined;
    this.enter();
    if (!this.accept(0x5d)) {
      for (;;) {
        items.push(this.value());
        if (members !== undefined && this.node !== undefined) members.set(items.length - 1, this.node);
        this.skipBlanks();
        if (this.accept(0x5d)) break;
        this.expect(0x2c, "expected `,` or `]` after an array item");
        this.skipBlanks();
      }
    }
    this.depth--;
    if (members !== undefined) this.node = { range: { start, end: this.at }, members };
    return items;
  }

  private object(): JsonObject {
    const start = this.at;
    const fields = new Map<string, Json>();
    const members = this.tracking ? new Map<string | number, SourceNode>() : undefined;
    this.enter();
    if (!this.accept(0x7d)) {
      for (;;) {
        const keyStart = this.at;
        if (this.text.charCodeAt(keyStart) !== QUOTE) throw this.unexpected('expected a key in `"`');
        const name = this.string();
        const keyEnd = this.at;
        this.skipBlanks();
        this.expect(0x3a, "expected `:` after a key");
        this.skipBlanks();
        fields.set(name, this.value());
        if (members !== undefined && this.node !== undefined) {
          members.set(name, { ...this.node, key: { start: keyStart, end: keyEnd } });
        }
        this.skipBlanks();
        if (this.accept(0x7d)) break;
        this.expect(0x2c, "expected `,` or `}` after a member");
        this.skipBlanks();
      }
    }
    this.depth--;
    if (members !== undefined) this.node = { range: { start, end: this.at }, members };
    return fields;
  }

  /** Steps over the opening bracket and blanks. */
  private enter(): void {
    if (++this.depth >= JSON_DEPTH_LIMIT) {
      throw new JsonFault(`nested too deeply: ${JSON_DEPTH_LIMIT} levels are not accepted`, this.at);
    }
    this.at++;
    this.skipBlanks();
  }

  private string(): string {
    const { text } = this;
    const start = this.at + 1;
    let end = start;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === QUOTE) break;
      if (code === BACKSLASH) return this.escapedString(start, end);
      if (code < 0x20) throw new JsonFault("a control character in a string must be escaped", end);
      if (Number.isNaN(code)) throw new JsonFault('expected `"` at the end of a string, the text ends', end);
      end++;
      if (end - start === LONG) {
        const plain = this.plainRest(start, end);
        if (plain !== undefined) return plain;
      }
    }
    this.at = end + 1;
    return text.slice(start, end);
  }

  /** A long string that has no escapes, by the platform's own searches; undefined when it is no such string. */
  private plainRest(start: number, from: number): string | undefined {
    const close = this.text.indexOf('"', from);
    const content = close < 0 ? undefined : this.text.slice(start, close);
    if (content === undefined || NOT_PLAIN.test(content)) return undefined;
    this.at = close + 1;
    return content;
  }

  /** `from` is the first backslash. The platform reads it; where it would not, or half of a pair is there, we look. */
  private escapedString(start: number, from: number): string {
    const { text } = this;
    let end = from;
    for (;;) {
      const code = text.charCodeAt(end);
      if (code === QUOTE || Number.isNaN(code)) break;
      end += code === BACKSLASH ? 2 : 1;
    }
    try {
      const read = JSON.parse(text.slice(start - 1, end + 1)) as string;
      if (this.halves || read.isWellFormed()) {
        this.at = end + 1;
        return read;
      }
    } catch {
      // Which character it was is for us to say.
    }
    throw this.stringFault(from);
  }

  /** What is wrong with a string, from its first backslash on. */
  private stringFault(from: number): JsonFault {
    const { text } = this;
    for (let at = from; ; ) {
      const code = text.charCodeAt(at);
      if (code < 0x20) return new JsonFault("a control character in a string must be escaped", at);
      if (Number.isNaN(code)) return new JsonFault('expected `"` at the end of a string, the text ends', text.length);
      if (code === QUOTE) throw new Error("a string without a fault was refused");
      at += code === BACKSLASH ? escapeLength(text, at, this.halves) : 1;
    }
  }

  private number(): bigint | number {
    const { text } = this;
    const start = this.at;
    const negative = text.charCodeAt(start) === MINUS;
    const digits = negative ? start + 1 : start;
    let end = skipDigits(text, digits);
    if (end === digits) {
      throw negative ? this.unexpectedAt(end, "expected a digit after `-`") : this.unexpected("expected a JSON value");
    }
    if (text.charCodeAt(digits) === ZERO && end - digits > 1) {
      throw new JsonFault("a number must not begin with 0", digits);
    }
    const wholeEnd = end;
    if (text.charCodeAt(end) === DOT) end = this.digitsAfter(end + 1, "expected a digit after `.`");
    if ((text.charCodeAt(end) | 0x20) === 0x65) {
      const sign = text.charCodeAt(end + 1);
      end = this.digitsAfter(sign === MINUS || sign === 0x2b ? end + 2 : end + 1, "expected a digit in the exponent");
    }
    this.at = end;
    if (this.tracking) this.node = { range: { start, end } };
    return end === wholeEnd ? this.whole(start, end) : this.float(start, end);
  }

  private digitsAfter(from: number, message: string): number {
    const end = skipDigits(this.text, from);
    if (end === from) throw this.unexpectedAt(from, message);
    return end;
  }

  private whole(start: number, end: number): bigint | number {
    const text = this.text.slice(start, end);
    if (end - start <= 15) {
      const small = Number(text);
      return Object.is(small, -0) ? small : BigInt(small);
    }
    if (end - start > 21) return this.float(start, end);
    const value = BigInt(text);
    return value < INTEGER_MIN || value > INTEGER_MAX ? this.float(start, end) : value;
  }

  private float(start: number, end: number): number {
    const value = Number(this.text.slice(start, end));
    if (!Number.isFinite(value)) throw new JsonFault("this number is too large for a double", start);
    return value;
  }

  private skipBlanks(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at++;
    }
  }

  private accept(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at++;
    return true;
  }

  private expect(code: number, message: string): void {
    if (!this.accept(code)) throw this.unexpected(message);
  }

  private unexpected(message: string): JsonFault {
    return this.unexpectedAt(this.at, message);
  }

  private unexpectedAt(offset: number, message: string): JsonFault {
    const found = this.text.codePointAt(offset);
    return new JsonFault(
      found === undefined ? `${message}, the text ends` : `${message}, found ${describeCodePoint(found)}`,
      offset,
    );
  }
}

function skipDigits(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (!(code >= ZERO && code <= NINE)) return at;
    at++;
  }
}
