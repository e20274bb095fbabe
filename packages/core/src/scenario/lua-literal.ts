import { placeAt } from "../json/place-at.ts";
import type { Json } from "../vocabulary/json.ts";
import type { SourceNode, SourceRange } from "../vocabulary/source.ts";
import { LuaLexer, LuaLiteralFault, type LuaToken } from "./lua-lexer.ts";

/** A Lua value that was written as a literal, with the place of all its parts. */
export interface LuaLiteral {
  /** Undefined: nil. */
  readonly value: Json | undefined;
  readonly node: SourceNode;
}

/**
 * Reads literal Lua without running it: tables, strings, numbers, booleans, nil, `json_null`, joined strings, and the
 * marks `json_array(…)` and `json_object(…)`. Everything else is named and refused.
 */
export class LuaLiteralReader {
  private readonly lexer: LuaLexer;
  token: LuaToken;

  constructor(text: string) {
    this.lexer = new LuaLexer(text);
    this.token = this.lexer.next();
  }

  /** Takes the current token and goes on to the next. */
  take(): LuaToken {
    const taken = this.token;
    this.token = this.lexer.next();
    return taken;
  }

  is(text: string): boolean {
    return this.token.kind !== "string" && this.token.text === text;
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  expect(text: string, why: string): LuaToken {
    if (this.is(text)) return this.take();
    throw this.fault(`expected \`${text}\` ${why}`);
  }

  fault(expected: string, token: LuaToken = this.token): LuaLiteralFault {
    return new LuaLiteralFault(`${expected}, found ${this.lexer.describe(token)}`, token.range.start);
  }

  value(): LuaLiteral {
    const first = this.operand();
    if (!this.is("..")) return first;
    let text = this.joinable(first);
    let end = first.node.range.end;
    while (this.accept("..")) {
      const next = this.operand();
      text += this.joinable(next);
      end = next.node.range.end;
    }
    return { value: text, node: { range: { start: first.node.range.start, end } } };
  }

  private joinable({ value, node }: LuaLiteral): string {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return value.toString();
    throw new LuaLiteralFault("only strings can be joined with `..` here", node.range.start);
  }

  private operand(): LuaLiteral {
    const { token } = this;
    if (token.kind === "string" || token.kind === "number") {
      this.take();
      return { value: token.value, node: { range: token.range } };
    }
    if (token.text === "{") return this.table();
    if (token.text === "(") return this.inParentheses();
    if (token.text === "-") return this.negative();
    if (token.kind === "name") return this.word();
    throw this.fault("expected a value: a table, a string, a number, a boolean or nil");
  }

  private inParentheses(): LuaLiteral {
    const open = this.take();
    const inner = this.value();
    const close = this.expect(")", "after the value");
    return { ...inner, node: { ...inner.node, range: { start: open.range.start, end: close.range.end } } };
  }

  private negative(): LuaLiteral {
    const minus = this.take();
    const { value, node } = this.operand();
    const range = { start: minus.range.start, end: node.range.end };
    if (typeof value === "bigint") return { value: BigInt.asIntN(64, -value), node: { range } };
    if (typeof value === "number") return { value: -value, node: { range } };
    throw new LuaLiteralFault("only a number can be negative", node.range.start);
  }

  private word(): LuaLiteral {
    const name = this.take();
    const node = { range: name.range };
    switch (name.text) {
      case "true":
        return { value: true, node };
      case "false":
        return { value: false, node };
      case "nil":
        return { value: undefined, node };
      case "json_null":
        return { value: null, node };
      case "json_array":
      case "json_object":
        return this.marked(name);
      case "function":
        throw this.fault("a function cannot stand here, only literal values", name);
      default: {
        const what = this.is("(") || this.is(".") || this.is(":") ? "a call or a field" : "a variable";
        throw this.fault(`only literal values can be read here; this is ${what}`, name);
      }
    }
  }

  private marked(name: LuaToken): LuaLiteral {
    const parenthesis = this.accept("(");
    const table = this.table(name.text === "json_array");
    const end = parenthesis ? this.expect(")", "after the table").range.end : table.node.range.end;
    return { ...table, node: { ...table.node, range: { start: name.range.start, end } } };
  }

  /** `emptyIsArray`: marked by `json_array`. Tables become JSON by the rules of spec 04 §5. */
  table(emptyIsArray = false): LuaLiteral {
    const open = this.expect("{", "to open a table");
    const items = new Map<number, LuaLiteral>();
    const fields = new Map<string, Json>();
    const members = new Map<string | number, SourceNode>();
    let position = 0;
    while (!this.is("}")) {
      const field = this.tableField();
      if (field.key === undefined) items.set(++position, field.literal);
      else if (typeof field.key === "bigint") items.set(Number(field.key), field.literal);
      else if (field.literal.value !== undefined) {
        fields.set(field.key, field.literal.value);
        members.set(field.key, { ...field.literal.node, key: field.range });
      } else fields.delete(field.key);
      if (!this.accept(",") && !this.accept(";") && !this.is("}")) {
        throw this.fault("expected `,` or `}` after a field of the table");
      }
    }
    const range = { start: open.range.start, end: this.take().range.end };
    const present = [...items].filter(([, item]) => item.value !== undefined).sort(([a], [b]) => a - b);
    if (present.length === 0 && !(emptyIsArray && fields.size === 0))
      return { value: fields, node: { range, members } };
    if (fields.size > 0) throw new LuaLiteralFault("a table is either a list or has names, not both", open.range.start);
    return this.list(present, range);
  }

  private list(items: readonly [number, LuaLiteral][], range: SourceRange): LuaLiteral {
    const members = new Map<string | number, SourceNode>();
    const values = items.map(([index, item], at) => {
      if (index !== at + 1) {
        throw new LuaLiteralFault(
          `a list has no gaps: expected index ${at + 1}, found ${index}`,
          item.node.range.start,
        );
      }
      members.set(at, item.node);
      return item.value as Json;
    });
    return { value: values, node: { range, members } };
  }

  private tableField(): { key: string | bigint | undefined; range: SourceRange; literal: LuaLiteral } {
    const { token } = this;
    if (this.is("[")) {
      const open = this.take();
      const key = this.value();
      const close = this.expect("]", "after the key");
      this.expect("=", "after the key");
      if (typeof key.value !== "string" && typeof key.value !== "bigint") {
        throw new LuaLiteralFault("a key must be a string or a whole number", key.node.range.start);
      }
      return { key: key.value, range: { start: open.range.start, end: close.range.end }, literal: this.value() };
    }
    if (token.kind === "name" && this.lexer.peekIsAssignment()) {
      this.take();
      this.take();
      return { key: token.text, range: token.range, literal: this.value() };
    }
    return { key: undefined, range: token.range, literal: this.value() };
  }
}

/** Runs `read` over the text; a fault becomes its place and message. */
export function readLuaLiteral<T>(
  text: string,
  read: (reader: LuaLiteralReader) => T,
):
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      readonly offset: number;
      readonly line: number;
      readonly column: number;
    } {
  try {
    return { ok: true, value: read(new LuaLiteralReader(text)) };
  } catch (fault) {
    if (!(fault instanceof LuaLiteralFault)) throw fault;
    return { ok: false, message: fault.message, offset: fault.offset, ...placeAt(text, fault.offset) };
  }
}
