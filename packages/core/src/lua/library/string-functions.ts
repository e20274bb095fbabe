import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import { pushBlank, pushBytes, pushText, stringBytes } from "../vm/text.ts";
import { formatDirectives } from "./format-directives.ts";
import { callComplainingNative, type FunctionDefinition, raise } from "./lua-function.ts";
import { identity, pushShown } from "./shown.ts";

/** `string.rep`, which the native function writes byte by byte, and `string.format` without addresses. */
export const stringFunctions: readonly FunctionDefinition[] = [
  { place: "string.rep", make: (sandbox) => (L) => rep(sandbox, L) },
  { place: "string.format", wraps: true, make: (sandbox) => (L) => format(sandbox, L) },
];

const MAX_BYTES = 0x7fff_ffff;
/** Strings of up to this many bytes are hashed when they are made. */
const SHORT_BYTES = 40;

function rep(sandbox: Sandbox, L: number): number {
  const { machine, meter } = sandbox;
  const { lua, scratch } = machine;
  lua.luaL_checklstring(L, 1, scratch);
  const unit = machine.u32[scratch >> 2] ?? 0;
  const count = Number(lua.luaL_checkinteger(L, 2));
  let gap = 0;
  if (lua.lua_type(L, 3) > TYPE.nil) {
    lua.luaL_checklstring(L, 3, scratch);
    gap = machine.u32[scratch >> 2] ?? 0;
  }
  const total = count > 0 ? count * (unit + gap) - gap : 0;
  if (total > MAX_BYTES) return raise(sandbox, L, "resulting string too large");
  meter.charge(total >> 3);
  if (total === 0) pushText(machine, L, "");
  else pushRepeated(sandbox, L, unit, gap, total);
  return 1;
}

function pushRepeated({ machine }: Sandbox, L: number, unit: number, gap: number, total: number): void {
  const { lua, scratch } = machine;
  const target = total <= SHORT_BYTES ? scratch : pushBlank(machine, L, total);
  const { u8 } = machine;
  const text = lua.lua_tolstring(L, 1, 0);
  u8.copyWithin(target, text, text + unit);
  if (gap > 0 && total > unit) {
    const separator = lua.lua_tolstring(L, 3, 0);
    u8.copyWithin(target + unit, separator, separator + gap);
  }
  for (let filled = unit + gap; filled < total; filled *= 2) {
    u8.copyWithin(target + filled, target, target + Math.min(filled, total - filled));
  }
  if (total <= SHORT_BYTES) lua.lua_pushlstring(L, scratch, total);
}

/**
 * `%s` of a table or function and `%p` of anything would print an address: such arguments are replaced by what
 * `tostring` shows of them before the native function sees them.
 */
function format(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const count = lua.lua_gettop(L);
  lua.luaL_checklstring(L, 1, 0);
  const text = stringBytes(sandbox.machine, L, 1);
  let argument = 1;
  let pointers = false;
  for (const { letter } of formatDirectives(text)) {
    argument += 1;
    if (argument > count) break;
    if (letter === "p") pointers = true;
    else if (letter === "s" && lua.lua_type(L, argument) >= TYPE.table) showArgument(sandbox, L, argument);
  }
  if (pointers) replacePointers(sandbox, L, count);
  return callComplainingNative(sandbox, L, () => true);
}

function showArgument(sandbox: Sandbox, L: number, index: number): void {
  const { lua } = sandbox.machine;
  pushShown(sandbox, L, index);
  lua.lua_copy(L, -1, index);
  lua.lua_settop(L, -2);
}

/** Turns every `%p` into a `%s` of a number that is no address. */
function replacePointers(sandbox: Sandbox, L: number, count: number): void {
  const { machine } = sandbox;
  const { lua } = machine;
  const bytes = stringBytes(machine, L, 1).slice();
  let argument = 1;
  for (const { letter, end } of formatDirectives(bytes)) {
    argument += 1;
    if (letter !== "p" || argument > count) continue;
    const hasIdentity = lua.lua_type(L, argument) >= TYPE.string;
    const isPlain = lua.lua_type(L, argument) === TYPE.lightUserdata || !hasIdentity;
    pushText(machine, L, isPlain ? "(null)" : identity(sandbox, L, argument));
    lua.lua_copy(L, -1, argument);
    lua.lua_settop(L, -2);
    bytes[end - 1] = "s".charCodeAt(0);
  }
  pushBytes(machine, L, bytes);
  lua.lua_copy(L, -1, 1);
  lua.lua_settop(L, -2);
}
