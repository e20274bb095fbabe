import type { Sandbox } from "../sandbox.ts";
import { scrambled } from "../scrambled.ts";
import { TYPE, TYPE_NAMES } from "../vm/lua-constants.ts";
import { raise } from "./lua-function.ts";

/** Pushes what `tostring` shows of a value: no address of anything is in it. */
export function pushShown(sandbox: Sandbox, L: number, index: number): void {
  const { machine } = sandbox;
  const { lua } = machine;
  if (lua.luaL_callmeta(L, index, machine.cString("__tostring")) !== 0) {
    if (lua.lua_isstring(L, -1) !== 0) return;
    raise(sandbox, L, "'__tostring' must return a string");
  }
  const type = lua.lua_type(L, index);
  if (type === TYPE.lightUserdata) sandbox.pushName(L, "null");
  else if (type >= TYPE.table) pushIdentity(sandbox, L, index, type);
  else lua.luaL_tolstring(L, index, 0);
}

/** A number that stands for an object as long as it lives, and betrays no address. */
export function identity({ machine }: Sandbox, L: number, index: number): string {
  return `0x${scrambled(machine.lua.lua_topointer(L, index)).toString(16).padStart(14, "0")}`;
}

/** `table: 0x…`, or the name that the metatable gives. */
function pushIdentity(sandbox: Sandbox, L: number, index: number, type: number): void {
  const { machine } = sandbox;
  const { lua } = machine;
  const absolute = lua.lua_absindex(L, index);
  const named = lua.luaL_getmetafield(L, absolute, machine.cString("__name"));
  if (named !== TYPE.string) {
    if (named !== TYPE.nil) lua.lua_settop(L, -2);
    sandbox.pushName(L, TYPE_NAMES[type] ?? "unknown");
  }
  sandbox.pushName(L, `: ${identity(sandbox, L, absolute)}`);
  lua.lua_concat(L, 2);
}
