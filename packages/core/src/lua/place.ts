import type { FlowPlace } from "../vocabulary/event.ts";
import { ACTIVATION } from "./vm/lua-constants.ts";
import { type Machine, SCRATCH_BYTES } from "./vm/machine.ts";

const MAX_LEVELS = 64;

/** File and line of the innermost Lua function that is running; C functions have neither. */
export function placeOf(machine: Machine, L: number): FlowPlace | undefined {
  const { lua } = machine;
  const activation = machine.scratch + SCRATCH_BYTES - ACTIVATION.bytes;
  const what = machine.cString("Sl");
  for (let level = 0; level < MAX_LEVELS && lua.lua_getstack(L, level, activation) !== 0; level++) {
    if (lua.lua_getinfo(L, what, activation) === 0) return undefined;
    const line = machine.i32[(activation + ACTIVATION.currentLine) >> 2] ?? -1;
    const source = machine.u32[(activation + ACTIVATION.source) >> 2] ?? 0;
    if (line > 0 && source !== 0) return { file: machine.readCString(source).slice(1), line };
  }
  return undefined;
}
