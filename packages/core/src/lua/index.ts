export { createLua, type LuaInstance, type LuaOptions } from "./create-lua.ts";
export type { AnalysisFiles, AnalysisWasm } from "./validate/analysis-wasm.ts";
export { createLuaAnalysis } from "./validate/create-lua-analysis.ts";
export type { LuaWasm } from "./vm/wasm-file.ts";
