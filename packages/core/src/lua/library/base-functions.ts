import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import { callNative, type FunctionDefinition, raise } from "./lua-function.ts";
import { pushShown } from "./shown.ts";

/** Lua's own base functions where the native ones would tell or do too much. */
export const baseFunctions: readonly FunctionDefinition[] = [
  { place: "tostring", make: (sandbox) => (L) => tostring(sandbox, L) },
  { place: "setmetatable", make: (sandbox) => (L) => setmetatable(sandbox, L) },
  { place: "math.randomseed", wraps: true, make: (sandbox) => (L) => randomseed(sandbox, L) },
];

function tostring(sandbox: Sandbox, L: number): number {
  sandbox.machine.lua.luaL_checkany(L, 1);
  pushShown(sandbox, L, 1);
  return 1;
}

/** Without `__gc`: finalizers would run later, in a place where no budget is watched. */
function setmetatable(sandbox: Sandbox, L: number): number {
  const { machine } = sandbox;
  const { lua } = machine;
  const type = lua.lua_type(L, 2);
  lua.luaL_checktype(L, 1, TYPE.table);
  if (type !== TYPE.nil && type !== TYPE.table) lua.luaL_typeerror(L, 2, machine.cString("nil or table"));
  if (lua.luaL_getmetafield(L, 1, machine.cString("__metatable")) !== TYPE.nil) {
    return raise(sandbox, L, "cannot change a protected metatable");
  }
  if (type === TYPE.table) {
    sandbox.pushName(L, "__gc");
    if (lua.lua_rawget(L, 2) !== TYPE.nil) return raise(sandbox, L, "a metatable with '__gc' is not allowed here");
  }
  lua.lua_settop(L, 2);
  lua.lua_setmetatable(L, 1);
  return 1;
}

/** Without an argument the native function would take its seed from an address, and return it. */
function randomseed(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  if (lua.lua_gettop(L) === 0) {
    lua.lua_pushinteger(L, BigInt.asIntN(64, sandbox.random.seed()));
  } else {
    lua.luaL_checknumber(L, 1);
    if (lua.lua_type(L, 2) > TYPE.nil) lua.luaL_checkinteger(L, 2);
  }
  return callNative(sandbox, L);
}
