import type { Sandbox } from "../sandbox.ts";
import { TYPE, TYPE_NAMES, upvalue } from "../vm/lua-constants.ts";
import { LuaBuffer } from "./lua-buffer.ts";
import { argumentError, callComplainingNative, type FunctionDefinition, raise } from "./lua-function.ts";

/**
 * `table.move`, `insert`, `remove`, `concat` and `sort` with a budget. Where a number or a `__len` says how much
 * there is to do, the native functions would not stop before it is done.
 */
export const tableFunctions: readonly FunctionDefinition[] = [
  { place: "table.move", wraps: true, make: (sandbox) => (L) => move(sandbox, L) },
  { place: "table.insert", make: (sandbox) => (L) => insert(sandbox, L) },
  { place: "table.remove", make: (sandbox) => (L) => remove(sandbox, L) },
  { place: "table.concat", make: (sandbox) => (L) => concat(sandbox, L) },
  { place: "table.sort", wraps: true, make: (sandbox) => (L) => sort(sandbox, L) },
  { place: "@less", make: (sandbox) => (L) => less(sandbox, L) },
  { place: "@compare", make: (sandbox) => (L) => compare(sandbox, L) },
];

/** Elements between two looks at the budget. */
const CHUNK = 4096n;
const LESS_THAN = 1;
const isSortComplaint = (text: string) => text === "invalid order function for sorting";

function move(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const [from, to, target] = [lua.luaL_checkinteger(L, 2), lua.luaL_checkinteger(L, 3), lua.luaL_checkinteger(L, 4)];
  const table = lua.lua_type(L, 5) > TYPE.nil ? 5 : 1;
  lua.luaL_checktype(L, 1, TYPE.table);
  lua.luaL_checktype(L, table, TYPE.table);
  const count = to - from + 1n;
  if (count > 0n) {
    if (from <= 0n && to >= INT64_MAX + from) argumentError(sandbox, L, 3, "too many elements to move");
    if (target > INT64_MAX - count + 1n) argumentError(sandbox, L, 4, "destination wrap around");
  }
  lua.lua_settop(L, table);
  const isSame = table === 1 || lua.lua_rawequal(L, 1, 5) !== 0;
  const isBackward = isSame && target > from && target <= to;
  for (let done = 0n; done < count; done += CHUNK) {
    const size = count - done < CHUNK ? count - done : CHUNK;
    sandbox.meter.charge(Number(size));
    const offset = isBackward ? count - done - size : done;
    moveChunk(sandbox, L, table, [from + offset, from + offset + size - 1n, target + offset]);
  }
  return 1;
}

const INT64_MAX = 2n ** 63n - 1n;

function moveChunk({ machine: { lua } }: Sandbox, L: number, table: number, range: readonly bigint[]): void {
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_pushvalue(L, 1);
  for (const bound of range) lua.lua_pushinteger(L, bound);
  lua.lua_pushvalue(L, table);
  lua.lua_callk(L, 5, 0, 0, 0);
}

function insert(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  lua.luaL_checktype(L, 1, TYPE.table);
  const args = lua.lua_gettop(L);
  const end = lua.luaL_len(L, 1) + 1n;
  if (args !== 2 && args !== 3) return raise(sandbox, L, "wrong number of arguments to 'insert'");
  const at = args === 3 ? lua.luaL_checkinteger(L, 2) : end;
  if (args === 3 && !isBelow(at - 1n, end)) argumentError(sandbox, L, 2, "position out of bounds");
  shift(sandbox, L, end, at, -1n);
  lua.lua_seti(L, 1, at);
  return 0;
}

function remove(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  lua.luaL_checktype(L, 1, TYPE.table);
  const size = lua.luaL_len(L, 1);
  const at = lua.lua_type(L, 2) <= TYPE.nil ? size : lua.luaL_checkinteger(L, 2);
  if (at !== size && isBelow(size, at - 1n)) argumentError(sandbox, L, 2, "position out of bounds");
  lua.lua_geti(L, 1, at);
  const last = shift(sandbox, L, at, size, 1n);
  lua.lua_pushnil(L);
  lua.lua_seti(L, 1, last);
  return 1;
}

/** As unsigned numbers: Lua's way to compare with both ends of a range at once. */
function isBelow(value: bigint, limit: bigint): boolean {
  return BigInt.asUintN(64, value) < BigInt.asUintN(64, limit);
}

/** `t[i] = t[i + step]` from `from` on, for as long as `to` is not reached; returns where it ended. */
function shift({ machine: { lua }, meter }: Sandbox, L: number, from: bigint, to: bigint, step: 1n | -1n): bigint {
  const distance = (to - from) * step;
  for (let done = 0n; done < distance; done += 1n) {
    const i = from + done * step;
    lua.lua_geti(L, 1, i + step);
    lua.lua_seti(L, 1, i);
    meter.charge(1);
  }
  return distance > 0n ? to : from;
}

function concat(sandbox: Sandbox, L: number): number {
  const { machine, meter } = sandbox;
  const { lua } = machine;
  lua.luaL_checktype(L, 1, TYPE.table);
  lua.lua_settop(L, 4);
  const size = lua.luaL_len(L, 1);
  const hasSeparator = lua.lua_type(L, 2) !== TYPE.nil;
  const separator = hasSeparator ? lua.luaL_checklstring(L, 2, machine.scratch) : 0;
  const gap = hasSeparator ? (machine.u32[machine.scratch >> 2] ?? 0) : 0;
  const from = lua.lua_type(L, 3) === TYPE.nil ? 1n : lua.luaL_checkinteger(L, 3);
  const to = lua.lua_type(L, 4) === TYPE.nil ? size : lua.luaL_checkinteger(L, 4);
  const buffer = new LuaBuffer(sandbox, L);
  for (let i = from; i <= to; i += 1n) {
    meter.charge(1);
    lua.lua_geti(L, 1, i);
    if (lua.lua_isstring(L, -1) === 0) {
      const type = TYPE_NAMES[lua.lua_type(L, -1)];
      return raise(sandbox, L, `invalid value (${type}) at index ${i} in table for 'concat'`);
    }
    buffer.appendTop();
    if (i < to) buffer.append(separator, gap);
  }
  buffer.pushResult();
  return 1;
}

/** The native sort with a comparison of ours, unless it is a Lua function, which the hook watches anyway. */
function sort(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  lua.luaL_checktype(L, 1, TYPE.table);
  const comparator = lua.lua_type(L, 2);
  if (comparator > TYPE.nil && comparator !== TYPE.function) {
    // Nobody asks for the comparator of fewer than two elements.
    if (lua.luaL_len(L, 1) < 2n) return 0;
    lua.luaL_checktype(L, 2, TYPE.function);
  }
  if (comparator <= TYPE.nil) {
    lua.lua_settop(L, 1);
    sandbox.pushFunction(L, "@less", 0);
  } else if (lua.lua_iscfunction(L, 2) !== 0) {
    lua.lua_settop(L, 2);
    sandbox.pushFunction(L, "@compare", 1);
  }
  return callComplainingNative(sandbox, L, isSortComplaint);
}

function less({ machine: { lua }, meter }: Sandbox, L: number): number {
  const steps = lua.lua_type(L, 1) === TYPE.string ? 1 + (Number(lua.lua_rawlen(L, 1)) >> 3) : 1;
  meter.charge(steps);
  lua.lua_pushboolean(L, lua.lua_compare(L, 1, 2, LESS_THAN));
  return 1;
}

function compare({ machine: { lua }, meter }: Sandbox, L: number): number {
  meter.charge(1);
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_rotate(L, 1, 1);
  lua.lua_callk(L, 2, 1, 0, 0);
  return 1;
}
