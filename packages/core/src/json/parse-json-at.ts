import type { Json } from "../vocabulary/json.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { JsonFault } from "./json-fault.ts";
import { JsonReader } from "./json-reader.ts";

export type JsonParseAt =
  | { readonly ok: true; readonly value: Json; readonly source: SourceNode; readonly end: number }
  | { readonly ok: false; readonly message: string; readonly offset: number };

/**
 * The JSON value that stands at `from` in a longer text, with its places in the whole text and where it ends. The rules
 * are those of `parseJson`, with one exception: half of a surrogate pair is accepted as an escape, because in a stream
 * the other half may come with the next event.
 */
export function parseJsonAt(text: string, from: number): JsonParseAt {
  const reader = new JsonReader(text, true, true);
  try {
    const value = reader.valueAt(from);
    return { ok: true, value, source: reader.source(), end: reader.end };
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault;
    return { ok: false, message: fault.message, offset: fault.offset };
  }
}
