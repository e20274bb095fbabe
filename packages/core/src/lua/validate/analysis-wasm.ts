/** Where the parser's WebAssembly comes from: bytes, or an address on the page's own host. */
export type AnalysisWasm = Uint8Array | string;

export interface AnalysisFiles {
  /** `web-tree-sitter/web-tree-sitter.wasm` */
  readonly parser: AnalysisWasm;
  /** `@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm` */
  readonly grammar: AnalysisWasm;
}

const INSTALLED = {
  parser: "web-tree-sitter/web-tree-sitter.wasm",
  grammar: "@tree-sitter-grammars/tree-sitter-lua/tree-sitter-lua.wasm",
} as const;

/** The bytes of both files; Node reads the installed packages when the caller names none. */
export async function readAnalysisFiles(
  files: AnalysisFiles | undefined,
): Promise<{ parser: Uint8Array; grammar: Uint8Array }> {
  const [parser, grammar] = await Promise.all([
    read(files?.parser, INSTALLED.parser),
    read(files?.grammar, INSTALLED.grammar),
  ]);
  return { parser, grammar };
}

async function read(wasm: AnalysisWasm | undefined, installed: string): Promise<Uint8Array> {
  if (wasm === undefined) return readInstalledFile(installed);
  if (typeof wasm !== "string") return wasm;
  const response = await fetch(wasm);
  if (!response.ok) throw new Error(`the Lua parser could not be loaded: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The only lines that know Node. `getBuiltinModule` leaves nothing for a bundler to follow. */
function readInstalledFile(file: string): Uint8Array {
  const node = globalThis.process?.getBuiltinModule;
  if (node === undefined) throw new Error("createLuaAnalysis needs its wasm files outside Node: bytes or addresses");
  const path = node("node:module")
    .createRequire(import.meta.url)
    .resolve(file);
  return new Uint8Array(node("node:fs").readFileSync(path));
}
