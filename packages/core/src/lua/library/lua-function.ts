import type { Sandbox } from "../sandbox.ts";
import { upvalue } from "../vm/lua-constants.ts";
import { pushText } from "../vm/text.ts";

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

/** Calls the wrapped native with the arguments as they stand; all its results stay on the stack. */
export function callNative({ machine: { lua } }: Sandbox, L: number): number {
  const args = lua.lua_gettop(L);
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_rotate(L, 1, 1);
  lua.lua_callk(L, args, -1, 0, 0);
  return lua.lua_gettop(L);
}
