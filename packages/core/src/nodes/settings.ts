import { isJsonArray, isJsonObject, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import { NodeFault } from "./node-fault.ts";
import { fillPlaceholders } from "./placeholders.ts";
import { readFlag, readNumber, readWhole } from "./read-setting.ts";

/** The configuration of a step, read by the rules of spec 07 §1. Every reader throws a `NodeFault` with the rule's text. */
export class Settings {
  readonly node: string;
  readonly config: JsonObject;
  readonly context: JsonObject;

  constructor(node: string, config: JsonObject, context: JsonObject) {
    this.node = node;
    this.config = config;
    this.context = context;
  }

  value(key: string): Json | undefined {
    return this.config.get(key);
  }

  has(key: string): boolean {
    const value = this.config.get(key);
    return value !== undefined && value !== null;
  }

  /** `NODE requires 'KEY'` */
  missing(key: string, kind = ""): NodeFault {
    return new NodeFault(`${this.node} requires '${key}'${kind === "" ? "" : ` ${kind}`}`);
  }

  /** Literal text; undefined when absent or not a string. */
  optionalText(key: string): string | undefined {
    const value = this.config.get(key);
    return typeof value === "string" ? value : undefined;
  }

  text(key: string, standard?: string): string {
    const value = this.optionalText(key) ?? standard;
    if (value === undefined) throw this.missing(key);
    return value;
  }

  /** Text with its placeholders filled. */
  filled(key: string, standard?: string): string {
    return fillPlaceholders(this.text(key, standard), this.context);
  }

  flag(key: string, standard: boolean): boolean {
    return readFlag(this.config.get(key), this.context) ?? standard;
  }

  /** Undefined when absent; `'KEY' must be a finite number` when unusable. */
  number(key: string): number | undefined {
    const value = this.config.get(key);
    if (value === undefined) return undefined;
    const number = readNumber(value, this.context);
    if (number === undefined) throw new NodeFault(`'${key}' must be a finite number`);
    return number;
  }

  /** Undefined when absent; `'KEY' must be a non-negative whole number in u64 range` when unusable. */
  whole(key: string): bigint | undefined {
    const value = this.config.get(key);
    if (value === undefined) return undefined;
    const whole = readWhole(value, this.context);
    if (whole === undefined) throw new NodeFault(`'${key}' must be a non-negative whole number in u64 range`);
    return whole;
  }

  array(key: string): JsonArray {
    const value = this.config.get(key);
    if (!isJsonArray(value)) throw this.missing(key, "array");
    return value;
  }

  object(key: string): JsonObject {
    const value = this.config.get(key);
    if (!isJsonObject(value)) throw this.missing(key, "object");
    return value;
  }

  /** An object whose values are texts, such as a field mapping. */
  textMapping(key: string): ReadonlyMap<string, string> {
    const mapping = new Map<string, string>();
    for (const [name, value] of this.object(key)) {
      if (typeof value !== "string") throw new NodeFault(`${this.node} '${key}' must map '${name}' to a text`);
      mapping.set(name, value);
    }
    return mapping;
  }

  textArray(key: string): readonly string[] {
    return this.array(key).map((item, index) => {
      if (typeof item !== "string") throw new NodeFault(`${this.node} '${key}[${index}]' must be a text`);
      return item;
    });
  }

  /** The context value that `source_key` names: one key, not a path. */
  source(): Source {
    return this.contextValue(this.text("source_key"));
  }

  contextValue(key: string): Source {
    const value = this.context.get(key);
    if (value === undefined) throw new NodeFault(`Key '${key}' not found in context`);
    return new Source(key, value);
  }

  /** `input` with placeholders, or the value under `source_key`; never both. */
  inputOrSource(): Json {
    const given = this.optionalText("input") !== undefined;
    if (given && this.has("source_key")) {
      throw new NodeFault(`${this.node}: provide either 'input' or 'source_key', not both`);
    }
    if (given) return this.filled("input");
    if (this.optionalText("source_key") !== undefined) return this.source().value;
    throw new NodeFault(`${this.node} requires 'input' or 'source_key'`);
  }

  /** The same, for nodes that take text alone. */
  inputOrSourceText(): string {
    const value = this.inputOrSource();
    return typeof value === "string" ? value : this.source().asText();
  }
}

/** A value of the context and the key it came from. */
export class Source {
  readonly key: string;
  readonly value: Json;

  constructor(key: string, value: Json) {
    this.key = key;
    this.value = value;
  }

  asText(): string {
    if (typeof this.value !== "string") throw new NodeFault(`Value at '${this.key}' is not a string`);
    return this.value;
  }

  asArray(): JsonArray {
    if (!isJsonArray(this.value)) throw new NodeFault(`Value at '${this.key}' is not an array`);
    return this.value;
  }

  asObject(): JsonObject {
    if (!isJsonObject(this.value)) throw new NodeFault(`Value at '${this.key}' is not an object`);
    return this.value;
  }
}
