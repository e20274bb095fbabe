import { defineNode } from "../define-node.ts";
import { NodeFault } from "../node-fault.ts";
import { fillPlaceholders } from "../placeholders.ts";

/** Texts joined by a blank line while they have at most `chunk_size` words together (spec 07 §5). */
export const aiChunkMerge = defineNode("ai_chunk_merge", ({ settings, context }) => {
  const source = settings.contextValue(fillPlaceholders(settings.text("source_key"), context));
  const outputKey = settings.text("output_key", "merged");
  const mostWords = settings.whole("chunk_size") ?? 512n;
  if (mostWords === 0n) throw new NodeFault("ai_chunk_merge 'chunk_size' must be greater than 0");
  const texts = source.asArray().map((text, index) => {
    if (typeof text !== "string")
      throw new NodeFault(`ai_chunk_merge: member ${index} of '${source.key}' is not a string`);
    return text;
  });
  const merged = mergeTexts(texts, Number(mostWords));
  return [
    [outputKey, merged],
    [`${outputKey}_count`, BigInt(merged.length)],
    [`${outputKey}_success`, true],
  ];
});

function mergeTexts(texts: readonly string[], mostWords: number): string[] {
  const groups: string[][] = [];
  let words = 0;
  for (const text of texts) {
    const own = text.match(/\S+/g)?.length ?? 0;
    const group = groups.at(-1);
    if (group !== undefined && words + own <= mostWords) {
      group.push(text);
      words += own;
    } else {
      groups.push([text]);
      words = own;
    }
  }
  return groups.map((group) => group.join("\n\n"));
}
