import { isJsonObject, type JsonObject } from "../../vocabulary/json.ts";
import { type FoundCall, foundCall, type Piece, piece } from "../found.ts";
import { fieldOf, type Located, objectsAt, textField } from "../located.ts";

/** An AIMessage: calls with `args`, and those whose arguments the framework could not read; both await an answer. */
export function readLangChainMessage(item: Located<JsonObject>): Piece | undefined {
  const invalid = objectsAt(item, "invalid_tool_calls").filter(hasArgs);
  const valid = objectsAt(item, "tool_calls").filter(hasArgs);
  if (valid.length + invalid.length === 0) return undefined;
  return piece("langchain", { calls: [...valid, ...invalid].map(langChainCall), whole: true });
}

/** One call by itself. */
export function readLangChainCall(item: Located<JsonObject>): Piece | undefined {
  const type = textField(item, "type");
  const isCall = type === "tool_call" || type === "invalid_tool_call" || type === undefined;
  return isCall && hasArgs(item) ? piece("langchain", { calls: [langChainCall(item)] }) : undefined;
}

function hasArgs({ value }: Located<JsonObject>): boolean {
  return value.has("args") && value.has("name") && !isJsonObject(value.get("function"));
}

function langChainCall(call: Located<JsonObject>): FoundCall {
  const fields = { id: fieldOf(call, "id"), name: fieldOf(call, "name"), arguments: fieldOf(call, "args") };
  return foundCall(call, fields, "text");
}
