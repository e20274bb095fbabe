import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import type { ByteRange } from "./pattern-matcher.ts";

/** Bytes of a string argument; a number becomes a string in its place. */
export function stringArgument({ machine }: Sandbox, L: number, index: number): ByteRange {
  const start = machine.lua.luaL_checklstring(L, index, machine.scratch);
  return { start, end: start + (machine.u32[machine.scratch >> 2] ?? 0) };
}

export function optionalInteger({ machine: { lua } }: Sandbox, L: number, index: number, absent: number): number {
  return lua.lua_type(L, index) <= TYPE.nil ? absent : Number(lua.luaL_checkinteger(L, index));
}

/** Address of a start position that may count from the end. */
export function startOf(position: number, { start, end }: ByteRange): number {
  const length = end - start;
  if (position > 0) return start + position - 1;
  if (position === 0 || position < -length) return start;
  return end + position;
}
