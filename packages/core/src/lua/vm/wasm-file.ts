/** Where Lua's WebAssembly comes from: a compiled module, its bytes, or an address on the page's own host. */
export type LuaWasm = WebAssembly.Module | BufferSource | string;

const FILE = "wasmoon/dist/glue.wasm";

/**
 * Compiles Lua. Nothing is fetched unless the caller gives an address; Node reads the installed package's file.
 * Throws when neither is there: a page must say where its wasm is.
 */
export async function compileLuaWasm(wasm: LuaWasm | undefined): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (typeof wasm === "string") return compileFrom(wasm);
  return WebAssembly.compile(wasm ?? readInstalledFile());
}

async function compileFrom(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`Lua's wasm could not be loaded: HTTP ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** The only lines that know Node. `getBuiltinModule` leaves nothing for a bundler to follow. */
function readInstalledFile(): BufferSource {
  const node = globalThis.process?.getBuiltinModule;
  if (node === undefined) throw new Error("createLua needs `wasm` outside Node: a module, bytes or an address");
  const path = node("node:module")
    .createRequire(import.meta.url)
    .resolve(FILE);
  return new Uint8Array(node("node:fs").readFileSync(path));
}
