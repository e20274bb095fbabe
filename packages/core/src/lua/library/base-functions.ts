import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import { callNative, type FunctionDefinition, raise } from "./lua-function.ts";

/** Lua's own base functions where the native ones would tell or do too much. */
export const baseFunctions: readonly FunctionDefinition[] = [
  { place: "tostring", make: (sandbox) => (L) => tostring(sandbox, L) },
  { place: "setmetatable", wraps: true, make: (sandbox) => (L) => setmetatable(sandbox, L) },
  { place: "math.random", wraps: true, make: (sandbox) => (L) => random(sandbox, L) },
  { place: "math.randomseed", wraps: true, make: (sandbox) => (L) => randomseed(sandbox, L) },
];

function tostring(sandbox: Sandbox, L: number): number {
  sandbox.machine.lua.luaL_checkany(L, 1);
  sandbox.pushShown(L, 1);
  return 1;
}

/** Finalizers would run later, in a place where no budget is watched. */
function setmetatable(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  if (lua.lua_type(L, 2) === TYPE.table) {
    sandbox.pushName(L, "__gc");
    if (lua.lua_rawget(L, 2) !== TYPE.nil) return raise(sandbox, L, "a metatable with '__gc' is not allowed here");
    lua.lua_settop(L, -2);
  }
  return callNative(sandbox, L);
}

function random(sandbox: Sandbox, L: number): number {
  if (!sandbox.seeded) {
    sandbox.pure = false;
    sandbox.seeded = true;
    sandbox.seedRandom(L, sandbox.random.seed());
  }
  return callNative(sandbox, L);
}

/** Without an argument the native function would take its seed from an address, and return it. */
function randomseed(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  sandbox.seeded = true;
  if (lua.lua_gettop(L) === 0) {
    sandbox.pure = false;
    lua.lua_pushinteger(L, BigInt.asIntN(64, sandbox.random.seed()));
  }
  return callNative(sandbox, L);
}
