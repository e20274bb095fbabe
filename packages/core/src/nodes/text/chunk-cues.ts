import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { Source } from "../settings.ts";

/**
 * Neighbouring cues (`{ text, start?, start_ms?, end?, end_ms? }`) joined by blanks while the text has at most `size`
 * characters; a chunk begins where its first cue does (`ts_start`) and ends where its last one does (`ts_end`). A cue is
 * never split.
 */
export function chunkCues(source: Source, size: number): JsonObject[] {
  const groups: JsonObject[][] = [];
  let length = 0;
  for (const cue of cuesOf(source)) {
    const characters = textOf(cue).length;
    const group = groups.at(-1);
    if (group !== undefined && length + 1 + characters <= size) {
      group.push(cue);
      length += 1 + characters;
    } else {
      groups.push([cue]);
      length = characters;
    }
  }
  return groups.map(joined);
}

function cuesOf(source: Source): JsonObject[] {
  return source.asArray().map((cue, index) => {
    if (isJsonObject(cue) && typeof cue.get("text") === "string") return cue;
    throw new NodeFault(`ai_chunk: member ${index} of '${source.key}' is not a cue with a 'text'`);
  });
}

function textOf(cue: JsonObject): string {
  return String(cue.get("text")).trim();
}

const FIRST: readonly (readonly [string, string])[] = [
  ["start", "ts_start"],
  ["start_ms", "start_ms"],
];
const LAST: readonly (readonly [string, string])[] = [
  ["end", "ts_end"],
  ["end_ms", "end_ms"],
];

function joined(cues: readonly JsonObject[]): JsonObject {
  const chunk = new Map<string, Json>([["text", cues.map(textOf).join(" ")]]);
  copy(cues[0], FIRST, chunk);
  copy(cues.at(-1), LAST, chunk);
  return chunk.set("cue_count", BigInt(cues.length));
}

function copy(cue: JsonObject | undefined, fields: typeof FIRST, chunk: Map<string, Json>): void {
  for (const [from, to] of fields) {
    const value = cue?.get(from);
    if (value !== undefined) chunk.set(to, value);
  }
}
