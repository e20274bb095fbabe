import { isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { Source } from "../settings.ts";

/**
 * Neighbouring cues (`{ text, start?, end? }`) joined by blanks while the text has at most `size` characters; a chunk
 * starts where its first cue does and ends where its last one does.
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

function joined(cues: readonly JsonObject[]): JsonObject {
  const chunk = new Map<string, Json>([["text", cues.map(textOf).join(" ")]]);
  const start = cues[0]?.get("start");
  const end = cues.at(-1)?.get("end");
  if (start !== undefined) chunk.set("start", start);
  if (end !== undefined) chunk.set("end", end);
  return chunk;
}
