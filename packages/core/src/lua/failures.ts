import { compactJson } from "../json/print-json.ts";
import type { LuaFailure } from "../ports/lua.ts";
import type { FlowPlace } from "../vocabulary/event.ts";
import { lineOf, withFullName } from "./chunk-name.ts";
import { ConversionError } from "./conversion-error.ts";
import { BudgetSpent } from "./meter.ts";
import { placeOf } from "./place.ts";
import { REF } from "./refs.ts";
import type { Sandbox } from "./sandbox.ts";
import { REGISTRY, STATUS, TYPE, TYPE_NAMES } from "./vm/lua-constants.ts";
import { readText, stringBytes } from "./vm/text.ts";

/** Longer messages are cut: a script can make one as large as its memory. */
const MAX_TEXT_BYTES = 65_536;

/** What stands around an error's own words, and whether its chunk is a file that an editor can show. */
export interface FailureFrame {
  readonly prefix: string;
  readonly chunk: string;
  readonly isFile: boolean;
}

/** The error that lies on top of the stack after a call or a compilation that ended with this status. */
export function failureOfStatus(sandbox: Sandbox, status: number, frame: FailureFrame): LuaFailure {
  if (status === STATUS.memory) return failureOfThrown(sandbox, sandbox.meter.memorySpent(), frame);
  const text = withFullName(errorText(sandbox), frame.chunk);
  const line = lineOf(text, frame.chunk);
  const where = line === undefined ? sandbox.raisedAt : { file: frame.chunk, line };
  return failure("error", frame, text, where);
}

/** What an exception that left Lua means; after one that is not ours the instance is replaced. */
export function failureOfThrown(sandbox: Sandbox, thrown: unknown, frame: FailureFrame): LuaFailure {
  if (thrown instanceof ConversionError) return { ok: false, error: thrown.message, cause: "conversion" };
  if (thrown instanceof BudgetSpent) {
    const place = placeOf(sandbox.machine, sandbox.L);
    const position = place === undefined ? "" : `${place.file}:${place.line}: `;
    return failure(thrown.cause, frame, position + thrown.text, place);
  }
  sandbox.replaceMachine();
  const text = thrown instanceof RangeError ? "stack overflow" : "Lua broke down and was started anew";
  return failure("error", frame, text, undefined);
}

function failure(
  cause: LuaFailure["cause"],
  frame: FailureFrame,
  text: string,
  place: FlowPlace | undefined,
): LuaFailure {
  const where = frame.isFile && place?.file === frame.chunk ? place : undefined;
  return { ok: false, error: frame.prefix + text, cause, ...(where && { where }) };
}

/** Text of the error value on top of the stack (spec 04 §1); never empty. */
function errorText(sandbox: Sandbox): string {
  const { machine, L } = sandbox;
  const { lua } = machine;
  const type = lua.lua_type(L, -1);
  switch (type) {
    case TYPE.string:
      return boundedText(sandbox) || "(an error with an empty message)";
    case TYPE.number:
      return readText(machine, L, -1);
    case TYPE.nil:
      return "nil";
    case TYPE.boolean:
      return lua.lua_toboolean(L, -1) !== 0 ? "true" : "false";
    case TYPE.table:
      return tableText(sandbox);
    default:
      return TYPE_NAMES[type] ?? "unknown error";
  }
}

function boundedText({ machine, L }: Sandbox): string {
  const bytes = stringBytes(machine, L, -1);
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_TEXT_BYTES));
  return bytes.length > MAX_TEXT_BYTES ? `${text.replace(/\ufffd$/, "")}…` : text;
}

/** The text of `__tostring`, else the table as JSON, else its type. */
function tableText(sandbox: Sandbox): string {
  const { machine, L, reader, grant } = sandbox;
  const { lua } = machine;
  if (lua.luaL_getmetafield(L, -1, machine.cString("__tostring")) !== TYPE.nil) {
    lua.lua_settop(L, -2);
    lua.lua_rawgeti(L, REGISTRY, REF.show);
    lua.lua_pushvalue(L, -2);
    if (lua.lua_pcallk(L, 1, 1, 0, 0, 0) === STATUS.ok) {
      return boundedText(sandbox) || "(an error with an empty message)";
    }
    lua.lua_settop(L, -2);
  }
  try {
    return boundedJson(compactJson(reader.read(L, -1, grant.limits)));
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return "table";
  }
}

function boundedJson(text: string): string {
  return text.length > MAX_TEXT_BYTES ? `${text.slice(0, MAX_TEXT_BYTES).toWellFormed()}…` : text;
}
