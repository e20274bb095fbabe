import type { Sandbox } from "../sandbox.ts";
import { STATUS, TYPE, upvalue } from "../vm/lua-constants.ts";
import { pushText, readText } from "../vm/text.ts";

/** A C function: takes its arguments from the Lua stack, pushes results and returns their number. */
export type LuaFunction = (L: number) => number;

/**
 * A function of ours as Lua finds it: `place` is a global's name, `string.find`, or `@name` for one that Lua code
 * cannot reach by name. With `wraps` it replaces the native of that name, which becomes its first upvalue.
 */
export interface FunctionDefinition {
  readonly place: string;
  readonly wraps?: boolean;
  readonly make: (sandbox: Sandbox) => LuaFunction;
}

/** Raises a Lua error whose text begins with the caller's position; it leaves through the wasm. */
export function raise({ machine }: Sandbox, L: number, text: string): never {
  machine.lua.luaL_where(L, 1);
  pushText(machine, L, text.toWellFormed());
  machine.lua.lua_concat(L, 2);
  machine.lua.lua_error(L);
  throw new Error("lua_error returned");
}

/**
 * Calls the wrapped native with the arguments as they stand, which must be valid: its own complaints would lack the
 * caller's position and the function's name. All its results stay on the stack.
 */
export function callNative({ machine: { lua } }: Sandbox, L: number): number {
  const args = lua.lua_gettop(L);
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_rotate(L, 1, 1);
  lua.lua_callk(L, args, -1, 0, 0);
  return lua.lua_gettop(L);
}

/**
 * Calls the wrapped native, which may complain: its text gets the caller's position, and its name if it concerns an
 * argument. `isItsOwn` tells complaints from errors of functions that the native calls.
 */
export function callComplainingNative(sandbox: Sandbox, L: number, isItsOwn: (text: string) => boolean): number {
  const { machine } = sandbox;
  const { lua } = machine;
  const args = lua.lua_gettop(L);
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_rotate(L, 1, 1);
  if (lua.lua_pcallk(L, args, -1, 0, 0, 0) === STATUS.ok) return lua.lua_gettop(L);
  const text = lua.lua_type(L, -1) === TYPE.string ? readText(machine, L, -1) : undefined;
  if (text === undefined || !isItsOwn(text)) return lua.lua_error(L);
  const [, index, why] = /^bad argument #(\d+) to '\?' \((.*)\)$/s.exec(text) ?? [];
  if (index === undefined || why === undefined) return raise(sandbox, L, text);
  return argumentError(sandbox, L, Number(index), why);
}

/** Raises Lua's error about an argument. */
export function argumentError({ machine }: Sandbox, L: number, index: number, text: string): never {
  pushText(machine, L, text.toWellFormed());
  machine.lua.luaL_argerror(L, index, machine.lua.lua_tolstring(L, -1, 0));
  throw new Error("luaL_argerror returned");
}
