import { type Border, type BorderFunctions, borderModule, COUNTERS, instantiateBorder } from "./border.ts";
import type { LuaExports } from "./exports.ts";

const PAGE_BYTES = 65_536;
const DATA_START = 1024;
const PROBE_BYTES = 16_384;
/** Room for short strings on their way into Lua: the far end of a stack of 1 MiB that never gets that deep. */
export const SCRATCH_BYTES = 65_536;

/** Thrown by C's `longjmp`: Lua's own errors on their way to a `pcall`. Never catch it in a C function. */
const LONGJMP = Symbol("longjmp");

/** The wasm broke down or asked for what it must not have; the instance has to be replaced. */
export class MachineFault extends Error {}

export type MachineLoan = Omit<BorderFunctions, "realloc" | "free">;

export interface Snapshot {
  readonly data: Uint8Array;
  readonly heap: Uint8Array;
  readonly usedBytes: number;
}

/**
 * One instance of Lua's wasm: memory, views of it that are fresh after each growth, C strings, and the memory
 * snapshot that makes every call start from the same state. It imports nothing of the host: no files, no clock,
 * no console, no environment.
 */
export class Machine {
  readonly lua: LuaExports;
  /** Index in the function table of each border function. */
  readonly functionIndex: readonly number[];
  readonly hookIndex: number;
  readonly writeIndex: number;
  readonly scratch: number;
  /** Highest size that the memory may reach; growth beyond it is refused. */
  maxMemoryBytes = 0x8000_0000;
  u8: Uint8Array<ArrayBuffer>;
  i32: Int32Array<ArrayBuffer>;
  u32: Uint32Array<ArrayBuffer>;
  f64: Float64Array<ArrayBuffer>;
  i64: BigInt64Array<ArrayBuffer>;
  readonly #border: Border;
  readonly #dataEnd: number;
  readonly #allocatorIndex: number;
  readonly #calls: ((a: number, b: number) => void)[] = [];
  #isSealed = false;
  readonly #strings = new Map<string, number>();
  readonly #stackTop: number;
  readonly #heapBase: number;
  readonly #breakCell: number;

  constructor(luaModule: WebAssembly.Module, loan: MachineLoan) {
    const instance = new WebAssembly.Instance(luaModule, this.#imports(luaModule));
    this.lua = instance.exports as unknown as LuaExports;
    this.u8 = new Uint8Array(0);
    this.i32 = new Int32Array(0);
    this.u32 = new Uint32Array(0);
    this.f64 = new Float64Array(0);
    this.i64 = new BigInt64Array(0);
    this.#refreshViews();
    this.lua.__wasm_call_ctors();
    this.#heapBase = this.lua.emscripten_stack_get_base();
    this.#dataEnd = this.lua.emscripten_stack_get_end();
    this.scratch = this.#dataEnd + COUNTERS.bytes;
    this.#breakCell = this.#findBreakCell();
    this.#stackTop = this.lua.stackSave();
    const { malloc: _, realloc, free } = this.lua;
    const module = compiledBorder(loan.functions.length, this.#dataEnd);
    this.#border = instantiateBorder(module, this.lua.memory, { ...loan, realloc, free });
    this.limitBytes = 0xffff_ffff;
    this.#allocatorIndex = this.tableIndex(this.#border.allocator);
    this.hookIndex = this.tableIndex(this.#border.hook);
    this.writeIndex = this.tableIndex(this.#border.write);
    this.functionIndex = this.#border.functions.map((f) => this.tableIndex(f));
  }

  /** Puts an exported wasm function into the table that C function pointers index. */
  tableIndex(wasmFunction: unknown): number {
    const index = this.lua.__indirect_function_table.grow(1);
    this.lua.__indirect_function_table.set(index, wasmFunction);
    return index;
  }

  newState(): number {
    return this.lua.lua_newstate(this.#allocatorIndex, 0);
  }

  /** Address of a NUL-terminated copy that lives as long as the machine. Only before the first snapshot. */
  cString(text: string): number {
    const known = this.#strings.get(text);
    if (known !== undefined) return known;
    if (this.#isSealed) throw new MachineFault(`C string ${text} was not prepared`);
    const bytes = new TextEncoder().encode(text);
    const address = this.lua.malloc(bytes.length + 1);
    this.u8.set(bytes, address);
    this.u8[address + bytes.length] = 0;
    this.#strings.set(text, address);
    return address;
  }

  /** Text of a C string of Lua's own, such as a chunk's name. */
  readCString(address: number): string {
    return new TextDecoder().decode(this.u8.slice(address, this.u8.indexOf(0, address)));
  }

  /** Bytes that Lua holds. */
  get usedBytes(): number {
    return this.u32[(this.#dataEnd + COUNTERS.usedBytes) >> 2] ?? 0;
  }

  set usedBytes(bytes: number) {
    this.u32[(this.#dataEnd + COUNTERS.usedBytes) >> 2] = bytes;
  }

  /** Bytes that Lua may hold. */
  get limitBytes(): number {
    return this.u32[(this.#dataEnd + COUNTERS.limitBytes) >> 2] ?? 0;
  }

  set limitBytes(bytes: number) {
    this.u32[(this.#dataEnd + COUNTERS.limitBytes) >> 2] = bytes;
  }

  /** Whether the last growth that was asked for was refused. */
  get refused(): boolean {
    return this.u32[(this.#dataEnd + COUNTERS.refused) >> 2] === 1;
  }

  set refused(isRefused: boolean) {
    this.u32[(this.#dataEnd + COUNTERS.refused) >> 2] = isRefused ? 1 : 0;
  }

  get memoryBytes(): number {
    return this.u8.length;
  }

  takeSnapshot(): Snapshot {
    this.#isSealed = true;
    return {
      data: this.u8.slice(DATA_START, this.#dataEnd),
      heap: this.u8.slice(this.#heapBase, this.u32[this.#breakCell]),
      usedBytes: this.usedBytes,
    };
  }

  /** Back to that state, whatever happened since; the stack pointer too, which an exception leaves where it was. */
  restore(snapshot: Snapshot): void {
    this.u8.set(snapshot.data, DATA_START);
    this.u8.set(snapshot.heap, this.#heapBase);
    this.usedBytes = snapshot.usedBytes;
    this.lua.stackRestore(this.#stackTop);
  }

  #refreshViews(): void {
    const buffer = this.lua.memory.buffer as ArrayBuffer;
    this.u8 = new Uint8Array(buffer);
    this.i32 = new Int32Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.f64 = new Float64Array(buffer);
    this.i64 = new BigInt64Array(buffer);
  }

  /**
   * The word that holds the end of the heap: the one that a first large block moves by its size. The allocator keeps
   * a marker just below that end, so a snapshot must reach exactly so far.
   */
  #findBreakCell(): number {
    const words = () => this.u32.slice(0, this.#dataEnd / 4);
    const before = words();
    this.lua.free(this.lua.malloc(PROBE_BYTES));
    const after = words();
    const moved = (i: number) => (after[i] ?? 0) - (before[i] ?? 0);
    const isBreak = (i: number) =>
      (before[i] ?? 0) >= this.#heapBase && moved(i) >= PROBE_BYTES && moved(i) < PROBE_BYTES + 1024;
    const [cell, ...others] = Array.from(before.keys()).filter(isBreak);
    if (cell === undefined || others.length > 0) throw new MachineFault("The end of Lua's heap was not found");
    return cell;
  }

  #grow(wantedBytes: number): boolean {
    const current = this.u8.length;
    const roomy = Math.min(Math.max(wantedBytes, Math.ceil(current * 1.125)), this.maxMemoryBytes);
    if (wantedBytes > roomy) return false;
    try {
      this.lua.memory.grow(Math.ceil((roomy - current) / PAGE_BYTES));
    } catch {
      return false;
    }
    this.#refreshViews();
    return true;
  }

  /** C's exceptions: what runs under `setjmp` is called from here. */
  #invoke(index: number, a: number, b: number): void {
    const stack = this.lua.stackSave();
    try {
      let call = this.#calls[index];
      if (call === undefined) {
        call = this.lua.__indirect_function_table.get(index) as (a: number, b: number) => void;
        this.#calls[index] = call;
      }
      call(a, b);
    } catch (thrown) {
      this.lua.stackRestore(stack);
      if (thrown !== LONGJMP) throw thrown;
      this.lua.setThrew(1, 0);
    }
  }

  #imports(module: WebAssembly.Module): WebAssembly.Imports {
    const known: Record<string, (...args: number[]) => number> = {
      invoke_vii: (index = 0, a = 0, b = 0) => {
        this.#invoke(index, a, b);
        return 0;
      },
      _emscripten_throw_longjmp: () => {
        throw LONGJMP;
      },
      emscripten_resize_heap: (bytes = 0) => (this.#grow(bytes >>> 0) ? 1 : 0),
      // Seeds of the state: constant, so that every instance behaves like every other.
      emscripten_date_now: () => 0,
      _emscripten_get_now_is_monotonic: () => 1,
      environ_sizes_get: (count = 0, size = 0) => {
        this.u32[count >> 2] = 0;
        this.u32[size >> 2] = 0;
        return 0;
      },
      environ_get: () => 0,
    };
    const refuse = (field: string) => () => {
      throw new MachineFault(`Lua called ${field}`);
    };
    const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
    for (const { module: group, name } of WebAssembly.Module.imports(module)) {
      imports[group] ??= {};
      imports[group][name] = known[name] ?? refuse(name);
    }
    return imports;
  }
}

const borders = new Map<string, WebAssembly.Module>();

function compiledBorder(functions: number, counters: number): WebAssembly.Module {
  const key = `${functions}:${counters}`;
  let module = borders.get(key);
  if (module === undefined) {
    module = new WebAssembly.Module(borderModule(functions, counters));
    borders.set(key, module);
  }
  return module;
}
