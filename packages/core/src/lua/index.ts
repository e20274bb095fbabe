export { createLua, type LuaInstance, type LuaOptions } from "./create-lua.ts";
export type { LuaWasm } from "./vm/wasm-file.ts";
