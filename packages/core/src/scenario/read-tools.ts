import { faultSentence } from "../json/fault-sentence.ts";
import { parseJsonWithSource } from "../json/parse-json.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import type { Parsed } from "../vocabulary/problem.ts";
import type { SourceNode } from "../vocabulary/source.ts";
import { type LuaLiteralReader, readLuaLiteral } from "./lua-literal.ts";

/** Settings of a `tool_dispatch` step as a person wrote them; `tools` at least when the text was only a mapping. */
export interface ToolsText {
  readonly settings: JsonObject;
  /** Node of the settings; its member `tools` is the mapping. */
  readonly source: SourceNode;
}

const SETTINGS = new Set(["source_key", "tools", "output_key", "on_error", "max_calls"]);

/**
 * Reads the Tools document: JSON, or Lua that is a table, `tools = { … }`, the settings of a step one by one, or a
 * whole `nodes.tool_dispatch({ … })` call, inside `flow:step(…)` too. Nothing is run. An empty text is no tools.
 */
export function readTools(text: string): Parsed<ToolsText> {
  const json = parseJsonWithSource(text);
  if (json.ok) return { ok: true, value: asSettings(json.value, json.source) };
  if (looksLikeJson(text)) return refused(json.error.message, json.error);
  const lua = readLuaLiteral(text, readDocument);
  return lua.ok ? { ok: true, value: lua.value } : refused(lua.message, lua);
}

function refused(message: string, at: { offset: number; line: number; column: number }): Parsed<ToolsText> {
  return {
    ok: false,
    problems: [
      {
        code: "tools-syntax",
        message: faultSentence(message),
        severity: "error",
        where: { document: "tools", line: at.line, column: at.column },
        range: { start: at.offset, end: at.offset + 1 },
      },
    ],
  };
}

/** A brace with a quoted key and a colon is JSON with a fault, not Lua. */
function looksLikeJson(text: string): boolean {
  return /^\s*\{\s*("(?:[^"\\]|\\.)*"\s*:|\}\s*$)/.test(text) || text.trim() === "";
}

/** A mapping is wrapped; an object whose `tools` is no mapping of its own is a whole step's settings. */
function asSettings(value: Json, node: SourceNode): ToolsText {
  if (isJsonObject(value) && holdsSettings(value)) return { settings: value, source: node };
  return { settings: new Map([["tools", value]]), source: { range: node.range, members: new Map([["tools", node]]) } };
}

function holdsSettings(value: JsonObject): boolean {
  const tools = value.get("tools");
  return (
    isJsonObject(tools) && typeof tools.get("flow") !== "string" && [...value.keys()].every((key) => SETTINGS.has(key))
  );
}

function readDocument(reader: LuaLiteralReader): ToolsText {
  reader.accept("return");
  reader.accept("local");
  const read = readBody(reader);
  while (reader.accept(",") || reader.accept(";")) {}
  if (reader.token.kind !== "end") throw reader.fault("expected the end of the text");
  return read;
}

function readBody(reader: LuaLiteralReader): ToolsText {
  if (reader.token.kind !== "name" || reader.is("json_object")) return readTable(reader);
  const name = reader.take();
  if (reader.is("=")) return readSettings(reader, name.text, name.range);
  if (reader.is(".")) return readNodeCall(reader, name.text);
  if (reader.is(":")) return readStepCall(reader);
  throw reader.fault("expected `{`, `tools = { … }` or `nodes.tool_dispatch({ … })`", name);
}

function readTable(reader: LuaLiteralReader): ToolsText {
  const { value, node } = reader.value();
  return asSettings(value ?? null, node);
}

/** `source_key = "…", tools = { … }`, or one table under a name of the person's own. */
function readSettings(reader: LuaLiteralReader, first: string, firstRange: { start: number; end: number }): ToolsText {
  const settings = new Map<string, Json>();
  const members = new Map<string | number, SourceNode>();
  let end = firstRange.end;
  for (let name = first, key = firstRange; ; ) {
    reader.expect("=", "after a name");
    const { value, node } = reader.value();
    if (value !== undefined) settings.set(name, value);
    members.set(name, { ...node, key });
    end = node.range.end;
    while (reader.accept(",") || reader.accept(";")) {}
    if (reader.token.kind !== "name") break;
    const next = reader.take();
    [name, key] = [next.text, next.range];
  }
  const [only] = settings.keys();
  if (settings.size === 1 && only !== undefined && !SETTINGS.has(only)) {
    return asSettings(settings.get(only) ?? null, members.get(only) as SourceNode);
  }
  return { settings, source: { range: { start: firstRange.start, end }, members } };
}

/** After `nodes`: `.tool_dispatch({ … })` or `.tool_dispatch{ … }`. */
function readNodeCall(reader: LuaLiteralReader, root: string): ToolsText {
  reader.take();
  const type = reader.take();
  if (root !== "nodes" || type.text !== "tool_dispatch") {
    throw reader.fault("only `nodes.tool_dispatch({ … })` can be read here", type);
  }
  const parenthesis = reader.accept("(");
  const { value, node } = reader.table();
  if (parenthesis) reader.expect(")", "after the settings");
  return { settings: isJsonObject(value) ? value : new Map(), source: node };
}

/** After `flow`: `:step("name", nodes.tool_dispatch({ … }))` and the methods behind it. */
function readStepCall(reader: LuaLiteralReader): ToolsText {
  reader.take();
  const method = reader.take();
  if (method.text !== "step") throw reader.fault("expected `:step(…)`", method);
  reader.expect("(", "after `step`");
  reader.value();
  reader.expect(",", "after the step's name");
  const read = readNodeCall(reader, reader.take().text);
  reader.expect(")", "after the step");
  while (reader.accept(":")) {
    reader.take();
    reader.expect("(", "after a method");
    while (!reader.is(")")) {
      reader.value();
      if (!reader.accept(",")) break;
    }
    reader.expect(")", "after the arguments");
  }
  return read;
}
