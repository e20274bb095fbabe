import type { Json } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { JsonFault } from "./json-fault.ts";
import { JsonReader } from "./json-reader.ts";
import { placeAt } from "./place-at.ts";

/** Where a text stops being JSON, and what was expected there. Line and column count from 1. */
export interface JsonSyntaxError {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export interface JsonParseFailure {
  readonly ok: false;
  readonly error: JsonSyntaxError;
}
export type JsonParse = { readonly ok: true; readonly value: Json } | JsonParseFailure;
export type JsonParseWithSource =
  | { readonly ok: true; readonly value: Json; readonly source: SourceNode }
  | JsonParseFailure;

/**
 * Reads strict JSON without loss (spec 01 §3, §7): integers of 64 bits and floats are kept apart, key order stays,
 * of repeated keys the last counts. A lone surrogate, a number beyond a double and nesting of 128 levels are not JSON.
 */
export function parseJson(text: string): JsonParse {
  const reader = new JsonReader(text, false);
  try {
    return { ok: true, value: reader.document() };
  } catch (fault) {
    return failure(text, fault);
  }
}

/** `parseJson` that also tells where every value and key stands. */
export function parseJsonWithSource(text: string): JsonParseWithSource {
  const reader = new JsonReader(text, true);
  try {
    const value = reader.document();
    return { ok: true, value, source: reader.source() };
  } catch (fault) {
    return failure(text, fault);
  }
}

function failure(text: string, fault: unknown): JsonParseFailure {
  if (!(fault instanceof JsonFault)) throw fault;
  return { ok: false, error: { message: fault.message, offset: fault.offset, ...placeAt(text, fault.offset) } };
}
