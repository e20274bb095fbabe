import { parseJson } from "../../json/parse-json.ts";
import { compactJson } from "../../json/print-json.ts";
import { ConversionError, nodesExceeded } from "../conversion-error.ts";
import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import { decodeStrict, pushText, stringBytes } from "../vm/text.ts";
import { cutJsonText } from "./cut-json-text.ts";
import { type FunctionDefinition, raise } from "./lua-function.ts";

/** `json_parse`, `json_stringify`, `json_array`, `json_object` (spec 04 §2). */
export const jsonFunctions: readonly FunctionDefinition[] = [
  { place: "json_parse", make: (sandbox) => (L) => jsonParse(sandbox, L) },
  { place: "json_stringify", make: (sandbox) => (L) => jsonStringify(sandbox, L) },
  { place: "json_array", make: (sandbox) => (L) => mark(sandbox, L, sandbox.pushArrayMark) },
  { place: "json_object", make: (sandbox) => (L) => mark(sandbox, L, sandbox.pushObjectMark) },
];

function jsonParse(sandbox: Sandbox, L: number): number {
  const { machine, grant, pusher } = sandbox;
  const { maxConversionNodes } = grant.limits;
  machine.lua.luaL_checklstring(L, 1, 0);
  const bytes = stringBytes(machine, L, 1);
  sandbox.meter.charge(bytes.length);
  const cut = cutJsonText(bytes, maxConversionNodes);
  const text = decodeStrict(cut ?? bytes);
  if (text === undefined) return raise(sandbox, L, "json_parse failed: the text is not valid UTF-8");
  const parsed = parseJson(text);
  if (!parsed.ok) {
    const { message, line, column } = parsed.error;
    return raise(sandbox, L, `json_parse failed: ${message} at line ${line} column ${column}`);
  }
  converting(sandbox, L, "json_parse failed: ", () => {
    pusher.push(parsed.value, grant.limits);
    // Only a text that repeats its keys gets here: fewer values than it has.
    if (cut !== undefined) throw nodesExceeded("JSON-to-Lua", maxConversionNodes, "at $");
  });
  return 1;
}

function jsonStringify(sandbox: Sandbox, L: number): number {
  const { machine, reader } = sandbox;
  machine.lua.luaL_checkany(L, 1);
  const text = converting(sandbox, L, "", () => compactJson(reader.read(L, 1, sandbox.grant.limits)));
  sandbox.meter.charge(text.length);
  pushText(machine, L, text);
  return 1;
}

/** Runs a conversion; what has no form on the other side becomes a Lua error that a script may catch. */
function converting<T>(sandbox: Sandbox, L: number, prefix: string, convert: () => T): T {
  let message: string;
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    message = error.message;
  }
  return raise(sandbox, L, prefix + message);
}

function mark({ machine: { lua } }: Sandbox, L: number, pushMark: (L: number) => void): number {
  lua.luaL_checktype(L, 1, TYPE.table);
  lua.lua_settop(L, 1);
  pushMark(L);
  lua.lua_setmetatable(L, 1);
  return 1;
}
