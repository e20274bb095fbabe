import type { JsonObject } from "../../vocabulary/json.ts";
import { type FoundCall, foundAnswer, foundCall, type Piece, piece } from "../found.ts";
import { fieldOf, type Located, objectField, objectsAt, textField } from "../located.ts";

/** An answer whose `tool_calls` have `parameters` and no ids. */
export function readCohereAnswer(item: Located<JsonObject>): Piece | undefined {
  const calls = objectsAt(item, "tool_calls").filter(isCohereCall);
  if (calls.length > 0) return piece("cohere-v1", { calls: calls.map(cohereCall), whole: true });
  const answers = objectsAt(item, "tool_results").flatMap((result) => {
    const call = objectField(result, "call");
    const name = call === undefined ? undefined : textField(call, "name");
    return name === undefined ? [] : [foundAnswer(result.node, { name, content: result.value.get("outputs") })];
  });
  return answers.length > 0 ? piece("cohere-v1", { answers, ends: true }) : undefined;
}

/** One call by itself. */
export function readCohereCall(item: Located<JsonObject>): Piece | undefined {
  return isCohereCall(item) ? piece("cohere-v1", { calls: [cohereCall(item)] }) : undefined;
}

/** A tool's definition has `parameters` too: they are a JSON Schema. */
function isCohereCall({ value }: Located<JsonObject>): boolean {
  const parameters = value.get("parameters");
  const isDefinition = value.has("description") || (parameters instanceof Map && parameters.has("properties"));
  return typeof value.get("name") === "string" && parameters !== undefined && !value.has("function") && !isDefinition;
}

function cohereCall(call: Located<JsonObject>): FoundCall {
  return foundCall(call, { name: fieldOf(call, "name"), arguments: fieldOf(call, "parameters") }, "value");
}
