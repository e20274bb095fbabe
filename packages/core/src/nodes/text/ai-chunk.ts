import { isJsonArray, type Json } from "../../vocabulary/json.ts";
import { defineNode, type NodeResult } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { fillPlaceholders } from "../placeholders.ts";
import type { Settings, Source } from "../settings.ts";
import { chunkCues } from "./chunk-cues.ts";
import { chunkFixed, chunkSplit } from "./chunk-text.ts";

/** Text, or the cues of a transcript, in pieces (spec 07 §5). */
export const aiChunk = defineNode("ai_chunk", ({ settings, context }) => {
  const source = settings.contextValue(fillPlaceholders(settings.text("source_key"), context));
  const mode = settings.text("mode", "fixed").trim().toLowerCase();
  switch (mode) {
    case "fixed":
      return publish(settings, fixed(settings, source.asText()));
    case "split":
      return publish(settings, split(settings, source.asText()));
    case "cues":
      return cues(settings, source);
    default:
      throw new NodeFault(`ai_chunk: unknown mode '${mode}'; expected fixed, split or cues`);
  }
});

function publish(settings: Settings, chunks: readonly Json[]): [string, Json][] {
  const outputKey = settings.text("output_key", "chunks");
  return [
    [outputKey, chunks],
    [`${outputKey}_count`, BigInt(chunks.length)],
    [`${outputKey}_success`, true],
  ];
}

function fixed(settings: Settings, text: string): string[] {
  const prefix = settings.flag("prefix", false);
  return chunkFixed(text, sizeOf(settings, 4096n), delimitersOf(settings, ""), prefix);
}

function split(settings: Settings, text: string): string[] {
  return chunkSplit(text, delimitersOf(settings, "\n.?"), Number(settings.whole("min_chars") ?? 0n));
}

function cues(settings: Settings, source: Source): NodeResult {
  const chunks = chunkCues(source, sizeOf(settings, 1200n));
  const texts = chunks.map((chunk) => chunk.get("text") ?? "");
  return [...publish(settings, chunks), [`${settings.text("output_key", "chunks")}_texts`, texts]];
}

function sizeOf(settings: Settings, standard: bigint): number {
  const size = settings.whole("size") ?? standard;
  if (size === 0n) throw new NodeFault("ai_chunk 'size' must be greater than 0");
  return Number(size);
}

/** The characters of a text, or the texts of an array. */
function delimitersOf(settings: Settings, standard: string): readonly string[] {
  const value = settings.value("delimiters");
  const delimiters = isJsonArray(value) ? settings.textArray("delimiters") : [...settings.text("delimiters", standard)];
  return delimiters.filter((delimiter) => delimiter !== "");
}
