import type { HandlerCode } from "../vocabulary/flow.ts";
import { REF } from "./refs.ts";
import type { Sandbox } from "./sandbox.ts";
import { ACTIVATION, REGISTRY } from "./vm/lua-constants.ts";
import { SCRATCH_BYTES } from "./vm/machine.ts";

/**
 * Why the function at a stack index cannot be taken out of its file: it uses locals of the file, which will not
 * exist when it runs (spec 03 §2). Undefined when it can.
 */
export function captureError(sandbox: Sandbox, L: number, index: number): string | undefined {
  const { firstLine } = linesOf(sandbox, L, index);
  if (firstLine < 0) return "a built-in function cannot be a handler; wrap it: function(ctx) ... end";
  const captured = capturedNames(sandbox, L, index);
  if (captured.length === 0) return undefined;
  const what = `captures ${captured.length} outer local value(s) (${captured.join(", ")})`;
  return `Lua function handler at line ${firstLine} ${what}; move constants inside the handler or pass values through ctx`;
}

/** The function at a stack index, ready to run in another state. */
export function handlerCode(sandbox: Sandbox, L: number, index: number): HandlerCode {
  const { lua } = sandbox.machine;
  const lines = linesOf(sandbox, L, index);
  lua.lua_pushvalue(L, index);
  const chunk = sandbox.dump(L);
  lua.lua_settop(L, -2);
  if (chunk === undefined) throw new Error("a function without bytecode passed the check");
  sandbox.meter.hold(chunk.length);
  return { file: sandbox.drafts.file, ...lines, chunk };
}

/** Names of upvalues other than the table of globals. A local called `_ENV` with another table counts too. */
function capturedNames({ machine }: Sandbox, L: number, index: number): string[] {
  const { lua } = machine;
  const names: string[] = [];
  lua.lua_rawgeti(L, REGISTRY, REF.globals);
  const globals = lua.lua_gettop(L);
  for (let n = 1; ; n++) {
    const name = lua.lua_getupvalue(L, index, n);
    if (name === 0) break;
    if (lua.lua_rawequal(L, -1, globals) === 0 || machine.readCString(name) !== "_ENV") {
      names.push(machine.readCString(name));
    }
    lua.lua_settop(L, globals);
  }
  lua.lua_settop(L, globals - 1);
  return names;
}

function linesOf({ machine }: Sandbox, L: number, index: number): { firstLine: number; lastLine: number } {
  const { lua } = machine;
  const activation = machine.scratch + SCRATCH_BYTES - ACTIVATION.bytes;
  lua.lua_pushvalue(L, index);
  lua.lua_getinfo(L, machine.cString(">S"), activation);
  const line = (offset: number) => machine.i32[(activation + offset) >> 2] ?? -1;
  return { firstLine: line(ACTIVATION.lineDefined), lastLine: line(ACTIVATION.lastLineDefined) };
}
