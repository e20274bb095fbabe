import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { readGeminiContent } from "../formats/gemini.ts";
import { readChatMessage } from "../formats/openai-chat.ts";
import { type FoundCall, foundCall, type SkippedCall } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt, textField } from "../located.ts";
import { assignPath } from "./json-path.ts";
import type { StreamedTurn } from "./streamed-turn.ts";

export function isGeminiChunk({ value }: Located<JsonObject>): boolean {
  return value.has("candidates") || (value.has("usageMetadata") && !value.has("choices"));
}

/** Parts of a Gemini stream are whole calls and never merged, not even under one name (spec 10 §2). */
export function readGeminiChunks(chunks: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const calls: FoundCall[] = [];
  const skipped: SkippedCall[] = [];
  let growing: PartialCall | undefined;
  for (const chunk of chunks) {
    const [candidate] = objectsAt(chunk, "candidates");
    const content = candidate === undefined ? undefined : objectField(candidate, "content");
    for (const part of content === undefined ? [] : objectsAt(content, "parts")) {
      const call = objectField(part, "functionCall");
      const pieces = call === undefined ? [] : objectsAt(call, "partialArgs");
      if (call !== undefined && (pieces.length > 0 || call.value.get("willContinue") !== undefined)) {
        growing ??= new PartialCall(part, call);
        growing.take(pieces);
        if (call.value.get("willContinue") === true) continue;
        calls.push(growing.call());
        growing = undefined;
        continue;
      }
      if (growing !== undefined && call !== undefined && !call.value.has("name")) {
        calls.push(growing.call());
        growing = undefined;
        continue;
      }
      const found = readGeminiContent({ value: new Map([["parts", [part.value]]]), node: nodeOfParts(part) });
      calls.push(...(found?.calls ?? []));
      skipped.push(...(found?.skipped ?? []));
    }
  }
  if (growing !== undefined) calls.push(growing.call());
  return [{ format: "gemini", calls, skipped, notes: [] }];
}

function nodeOfParts(part: Located<JsonObject>) {
  const { range } = part.node;
  return { range, members: new Map([["parts", { range, members: new Map([[0, part.node]]) }]]) };
}

/** A call whose arguments come by JSON path, value after value (Gemini on Vertex). */
class PartialCall {
  private readonly part: Located<JsonObject>;
  private readonly inner: Located<JsonObject>;
  private readonly args = new Map<string, Json>();

  constructor(part: Located<JsonObject>, inner: Located<JsonObject>) {
    this.part = part;
    this.inner = inner;
  }

  take(pieces: readonly Located<JsonObject>[]): void {
    for (const piece of pieces) {
      const path = textField(piece, "jsonPath");
      const value = ["stringValue", "numberValue", "boolValue", "nullValue"]
        .filter((key) => piece.value.has(key))
        .map((key) => (key === "nullValue" ? null : (piece.value.get(key) as Json)))[0];
      if (path !== undefined && value !== undefined) assignPath(this.args, path, value);
    }
  }

  call(): FoundCall {
    const name = fieldOf(this.inner, "name");
    const whole = new Map<string, Json>([...this.inner.value, ["args", this.args]]);
    whole.delete("partialArgs");
    whole.delete("willContinue");
    const raw = new Map<string, Json>([...this.part.value, ["functionCall", whole]]);
    const fields = { id: fieldOf(this.inner, "id"), name, arguments: { value: this.args, node: this.part.node } };
    return foundCall({ value: raw, node: this.part.node }, fields, "value");
  }
}

/** Ollama tells each call whole, in chunks of a message that ends with `done`. */
export function isOllamaChunk({ value }: Located<JsonObject>): boolean {
  return typeof value.get("done") === "boolean" && value.get("message") instanceof Map;
}

export function readOllamaChunks(chunks: readonly Located<JsonObject>[]): readonly StreamedTurn[] {
  const turns: FoundCall[][] = [[]];
  for (const chunk of chunks) {
    const message = objectField(chunk, "message");
    const found = message === undefined ? undefined : readChatMessage(message);
    turns.at(-1)?.push(...(found?.calls ?? []));
    if (chunk.value.get("done") === true) turns.push([]);
  }
  return turns.map((calls) => ({ format: "ollama", calls, notes: [] }));
}
