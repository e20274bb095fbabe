import { type JsonSyntaxError, parseJson } from "../json/parse-json.ts";
import type { Json } from "../vocabulary/json.ts";
import type { ToolCall } from "../vocabulary/tool-call.ts";
import type { BrokenEnd, HopTrace } from "./hop-trace.ts";

/** The walk broke right below arguments that are text; whether because they were no JSON, the caller looks up. */
export function brokeOnArgumentText(end: BrokenEnd, trace: HopTrace): boolean {
  if (end.reason !== "wrong-container" || typeof end.container !== "string") return false;
  const path = trace.foundPath();
  return (
    (trace.walked === "arguments" && path === "arguments") || (trace.walked === "call" && path === "call.arguments")
  );
}

/** Where the arguments of a call stop being JSON; undefined when they were read, text that is a JSON string included. */
export function argumentSyntaxError(call: ToolCall): JsonSyntaxError | undefined {
  const text: Json | undefined = call.get("arguments");
  if (typeof text !== "string" || text !== call.get("raw_arguments")) return undefined;
  const parsed = parseJson(text);
  return parsed.ok ? undefined : parsed.error;
}

export function notJsonSentence(error: JsonSyntaxError): string {
  const where = `line ${error.line}, column ${error.column}`;
  return `The arguments are not JSON but text, so no path can match: reading stopped at ${where} (${error.message}).`;
}
