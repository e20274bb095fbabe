import type { SourceRange } from "../vocabulary/source.ts";

/** A token of Lua text, as far as literals need it. */
export type LuaToken =
  | { readonly kind: "name" | "symbol" | "end"; readonly text: string; readonly range: SourceRange }
  | { readonly kind: "string"; readonly text: string; readonly value: string; readonly range: SourceRange }
  | { readonly kind: "number"; readonly text: string; readonly value: bigint | number; readonly range: SourceRange };

/** What is wrong with a text, and where. */
export class LuaLiteralFault extends Error {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

const BLANK = /[ \t\r\n\f\v]*/y;
const LONG_OPEN = /\[(=*)\[/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER =
  /0[xX][0-9a-fA-F]*(?:\.[0-9a-fA-F]*)?(?:[pP][+-]?[0-9]+)?|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/y;
const SYMBOL = /\.\.\.|\.\.|==|~=|<=|>=|::|[^\s]/uy;

/** Splits Lua text into tokens, comments left out. */
export class LuaLexer {
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  next(): LuaToken {
    this.skipBlanksAndComments();
    const start = this.at;
    if (start >= this.text.length) return { kind: "end", text: "", range: { start, end: start } };
    const character = this.text[start];
    if (character === '"' || character === "'") return this.shortString(character);
    const long = this.longString();
    if (long !== undefined) return { kind: "string", text: long, value: long, range: { start, end: this.at } };
    const name = this.match(NAME);
    if (name !== undefined) return { kind: "name", text: name, range: { start, end: this.at } };
    if (/[0-9]/.test(character ?? "") || (character === "." && /[0-9]/.test(this.text[start + 1] ?? ""))) {
      return this.number();
    }
    const symbol = this.match(SYMBOL) ?? "";
    return { kind: "symbol", text: symbol, range: { start, end: this.at } };
  }

  /** Whether an `=` comes next: the name before it is a key. */
  peekIsAssignment(): boolean {
    const before = this.at;
    this.skipBlanksAndComments();
    const assignment = this.text[this.at] === "=" && this.text[this.at + 1] !== "=";
    this.at = before;
    return assignment;
  }

  describe(token: LuaToken): string {
    if (token.kind === "end") return "the end of the text";
    return `\`${this.text.slice(token.range.start, Math.min(token.range.end, token.range.start + 30))}\``;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  private skipBlanksAndComments(): void {
    for (;;) {
      this.match(BLANK);
      if (!this.text.startsWith("--", this.at)) return;
      this.at += 2;
      if (this.longString() !== undefined) continue;
      const newline = this.text.indexOf("\n", this.at);
      this.at = newline < 0 ? this.text.length : newline;
    }
  }

  /** The content of a long bracket that begins here. */
  private longString(): string | undefined {
    const start = this.at;
    LONG_OPEN.lastIndex = start;
    const open = LONG_OPEN.exec(this.text);
    if (open === null) return undefined;
    const close = `]${open[1]}]`;
    const from = start + open[0].length;
    const end = this.text.indexOf(close, from);
    if (end < 0) throw new LuaLiteralFault(`expected \`${close}\` at the end of a long string or comment`, start);
    this.at = end + close.length;
    return this.text.slice(from, end).replace(/^(?:\r\n|\n\r|\n|\r)/, "");
  }

  private shortString(quote: string): LuaToken {
    const start = this.at++;
    let value = "";
    for (;;) {
      const character = this.text[this.at];
      if (character === undefined || character === "\n" || character === "\r") {
        throw new LuaLiteralFault(`expected \`${quote}\` at the end of a string`, this.at);
      }
      if (character === quote) break;
      if (character === "\\") value += this.escape();
      else {
        value += character;
        this.at++;
      }
    }
    this.at++;
    if (!value.isWellFormed()) throw new LuaLiteralFault("this string is not text", start);
    return { kind: "string", text: value, value, range: { start, end: this.at } };
  }

  private escape(): string {
    const start = this.at;
    const kind = this.text[start + 1] ?? "";
    const simple = SIMPLE_ESCAPES.get(kind);
    if (simple !== undefined) {
      this.at += 2;
      return simple;
    }
    if (kind === "z") {
      this.at += 2;
      this.match(BLANK);
      return "";
    }
    const coded = /^\\(?:x([0-9a-fA-F]{2})|u\{([0-9a-fA-F]{1,6})\}|([0-9]{1,3}))/.exec(
      this.text.slice(start, start + 12),
    );
    if (coded === null) throw new LuaLiteralFault(`\`\\${kind}\` is no escape that Lua knows`, start);
    const [whole, hex, unicode, decimal] = coded;
    const code =
      (hex ?? unicode === undefined)
        ? Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16)
        : Number.parseInt(unicode, 16);
    if (code > 0x10ffff || (unicode === undefined && code > 0x7f)) {
      throw new LuaLiteralFault(`\`${whole}\` is a byte that is no text by itself; write the character instead`, start);
    }
    this.at += whole.length;
    return String.fromCodePoint(code);
  }

  private number(): LuaToken {
    const start = this.at;
    const text = this.match(NUMBER) ?? "";
    const range = { start, end: this.at };
    const after = this.text[this.at] ?? "";
    const value = /[A-Za-z0-9_]/.test(after) ? undefined : numberOf(text);
    if (value === undefined) throw new LuaLiteralFault(`\`${text}${after}\` is no number`, start);
    return { kind: "number", text, value, range };
  }
}

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["\\", "\\"],
  ['"', '"'],
  ["'", "'"],
  ["\n", "\n"],
  ["\r", "\n"],
]);

/** Kinds as in Lua: `3` and `0x10` are integers, `3.0`, `1e3` and what does not fit are floats. */
function numberOf(text: string): bigint | number | undefined {
  if (/^0[xX]/.test(text)) return hexadecimal(text);
  if (!/^[0-9]+$/.test(text)) return finite(Number(text));
  const value = BigInt(text);
  return value < 2n ** 63n ? value : finite(Number(text));
}

function hexadecimal(text: string): bigint | number | undefined {
  const parts = /^0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?(?:[pP]([+-]?[0-9]+))?$/.exec(text);
  const [, whole = "", fraction, exponent] = parts ?? [];
  if (whole === "" && (fraction ?? "") === "") return undefined;
  if (fraction === undefined && exponent === undefined) return BigInt.asIntN(64, BigInt(`0x${whole}`));
  const digits = Number.parseInt(`${whole}${fraction ?? ""}`, 16);
  return finite(digits * 2 ** (Number(exponent ?? 0) - 4 * (fraction ?? "").length));
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
