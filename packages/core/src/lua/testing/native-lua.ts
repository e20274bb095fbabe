import { spawnSync } from "node:child_process";
import { STATUS } from "../vm/lua-constants.ts";
import { Machine } from "../vm/machine.ts";
import { pushText, readText } from "../vm/text.ts";
import { compileLuaWasm } from "../vm/wasm-file.ts";

/** Runs a chunk that returns one string, somewhere. */
export type RunChunk = (chunk: string) => string;

/** Lua as it comes, unguarded: the same wasm with its native libraries. For trusted chunks that end. */
export async function nativeLua(): Promise<RunChunk> {
  const module = await compileLuaWasm(undefined);
  const machine = new Machine(module, {
    refuse: () => 0,
    large: () => undefined,
    hook: () => undefined,
    write: () => 0,
    functions: [],
  });
  const { lua } = machine;
  const L = machine.newState();
  for (const [name, open] of [
    ["_G", lua.luaopen_base],
    ["table", lua.luaopen_table],
    ["string", lua.luaopen_string],
    ["math", lua.luaopen_math],
    ["utf8", lua.luaopen_utf8],
  ] as const) {
    lua.luaL_requiref(L, machine.cString(name), machine.tableIndex(open), 1);
  }
  const chunkName = machine.cString("=chunk");
  const mode = machine.cString("t");
  return (chunk) => {
    lua.lua_settop(L, 0);
    pushText(machine, L, chunk);
    const length = Number(lua.lua_rawlen(L, 1));
    const status = lua.luaL_loadbufferx(L, lua.lua_tolstring(L, 1, 0), length, chunkName, mode);
    if (status !== STATUS.ok || lua.lua_pcallk(L, 0, 1, 0, 0, 0) !== STATUS.ok)
      throw new Error(readText(machine, L, -1));
    return readText(machine, L, -1);
  };
}

/** The `lua5.4` of this machine; undefined where none is installed. */
export function installedLua(): RunChunk | undefined {
  if (spawnSync("lua5.4", ["-v"]).status !== 0) return undefined;
  return (chunk) => {
    const program = `io.write((function() ${chunk}\nend)())`;
    const { status, stdout, stderr } = spawnSync("lua5.4", ["-"], { input: program, maxBuffer: 2 ** 28 });
    if (status !== 0) throw new Error(stderr.toString());
    return stdout.toString();
  };
}
