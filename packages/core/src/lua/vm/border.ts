import { type FunctionType, functionType, I32, name, section, sleb, uleb, vector, wasmModule } from "./wasm-encoder.ts";

/** Blocks of this size and more are reported, see {@link BorderFunctions.large}. */
export const LARGE_BLOCK_BYTES = 65_536;

/** What Lua may call in JavaScript. Addresses and sizes are unsigned 32-bit numbers that arrive as signed ones. */
export interface BorderFunctions {
  realloc(block: number, size: number): number;
  free(block: number): void;
  /** Asked when a block would break the memory limit or the heap is full; returns 0 to refuse it, or throws. */
  refuse(block: number, oldSize: number, newSize: number): number;
  /** Told before a large block is allocated; may throw. */
  large(size: number): void;
  hook(L: number, activation: number): void;
  /** `lua_Writer` of `lua_dump`. */
  write(L: number, bytes: number, size: number, data: number): number;
  /** Lua's C functions, in the order of their indices. */
  readonly functions: readonly ((L: number) => number)[];
}

/** The same functions as WebAssembly, fit for the function table, and the counters of the allocator. */
export interface Border {
  readonly allocator: unknown;
  readonly hook: unknown;
  readonly write: unknown;
  readonly functions: readonly unknown[];
  readonly usedBytes: WebAssembly.Global;
  readonly limitBytes: WebAssembly.Global;
  /** 0 after each growth that was granted: tells a repeated request from a new one. */
  readonly refused: WebAssembly.Global;
}

const TYPES = {
  function: { params: 1, results: 1 },
  free: { params: 1, results: 0 },
  realloc: { params: 2, results: 1 },
  hook: { params: 2, results: 0 },
  refuse: { params: 3, results: 1 },
  allocator: { params: 4, results: 1 },
} as const satisfies Record<string, FunctionType>;

const typeIndex = (type: keyof typeof TYPES) => Object.keys(TYPES).indexOf(type);

const FIXED_IMPORTS = [
  ["realloc", "realloc"],
  ["free", "free"],
  ["refuse", "refuse"],
  ["large", "free"],
  ["hook", "hook"],
  ["write", "allocator"],
] as const satisfies readonly (readonly [string, keyof typeof TYPES])[];

const importIndex = (wanted: string) => FIXED_IMPORTS.findIndex(([field]) => field === wanted);

/**
 * JavaScript functions cannot stand in a wasm function table; exports of a wasm module can. This module re-exports
 * them, and adds one function of its own: the counting allocator, which would cost a crossing per block otherwise.
 */
export function borderModule(functions: number): Uint8Array<ArrayBuffer> {
  const imports = [
    ...FIXED_IMPORTS.map(([field, type]) => imported(field, type)),
    ...Array.from({ length: functions }, (_, i) => imported(`f${i}`, "function")),
  ];
  const exports = [
    ...["hook", "write"].map((field) => [...name(field), 0, ...uleb(importIndex(field))]),
    ...Array.from({ length: functions }, (_, i) => [...name(`f${i}`), 0, ...uleb(FIXED_IMPORTS.length + i)]),
    [...name("allocator"), 0, ...uleb(imports.length)],
    [...name("used"), 3, 0],
    [...name("limit"), 3, 1],
    [...name("refused"), 3, 2],
  ];
  const body = allocatorBody();
  return wasmModule([
    section(1, vector(Object.values(TYPES).map(functionType))),
    section(2, vector(imports)),
    section(3, vector([[typeIndex("allocator")]])),
    section(6, vector([counter(0), counter(-1), counter(0)])),
    section(7, vector(exports)),
    section(10, vector([[...uleb(body.length), ...body]])),
  ]);
}

export function instantiateBorder(module: WebAssembly.Module, lent: BorderFunctions): Border {
  const env: Record<string, (...args: never[]) => unknown> = { ...lent } as never;
  lent.functions.forEach((f, i) => {
    env[`f${i}`] = f;
  });
  const { exports } = new WebAssembly.Instance(module, { env } as WebAssembly.Imports);
  return {
    allocator: exports.allocator,
    hook: exports.hook,
    write: exports.write,
    functions: lent.functions.map((_, i) => exports[`f${i}`]),
    usedBytes: exports.used as WebAssembly.Global,
    limitBytes: exports.limit as WebAssembly.Global,
    refused: exports.refused as WebAssembly.Global,
  };
}

function imported(field: string, type: keyof typeof TYPES): number[] {
  return [...name("env"), ...name(field), 0, typeIndex(type)];
}

/** A mutable i32 global. */
function counter(initial: number): number[] {
  return [I32, 1, 0x41, ...sleb(initial), 0x0b];
}

/**
 * `lua_Alloc(userData, block, oldSize, newSize)`: counts what Lua holds and refuses what goes beyond the limit.
 * `oldSize` is a type tag, not a size, while there is no block yet.
 */
function allocatorBody(): number[] {
  const [block, oldSize, newSize, next, result] = [1, 2, 3, 4, 5];
  const [used, limit, refused] = [0, 1, 2];
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const tee = (local: number) => [0x22, local];
  const getGlobal = (global: number) => [0x23, global];
  const setGlobal = (global: number) => [0x24, global];
  const constant = (value: number) => [0x41, ...sleb(value)];
  const call = (field: string) => [0x10, ...uleb(importIndex(field))];
  const [ifThen, end, leave, select] = [[0x04, 0x40], [0x0b], [0x0f], [0x1b]];
  const [isZero, isGreater, isAtLeast, add, subtract, and] = [[0x45], [0x4b], [0x4f], [0x6a], [0x6b], [0x71]];
  const refuse = [...get(block), ...get(oldSize), ...get(newSize), ...call("refuse"), ...leave];
  return [
    ...vector([[2, I32]]),
    // oldSize = block ? oldSize : 0
    ...[...get(oldSize), ...constant(0), ...get(block), ...select, ...set(oldSize)],
    // if (newSize == 0) { free(block); used -= oldSize; return 0 }
    ...[...get(newSize), ...isZero, ...ifThen, ...get(block), ...call("free")],
    ...[...getGlobal(used), ...get(oldSize), ...subtract, ...setGlobal(used), ...constant(0), ...leave, ...end],
    // if ((next = used - oldSize + newSize) > limit && newSize > oldSize) return refuse(…)
    ...[...getGlobal(used), ...get(oldSize), ...subtract, ...get(newSize), ...add, ...tee(next)],
    ...[...getGlobal(limit), ...isGreater, ...get(newSize), ...get(oldSize), ...isGreater, ...and],
    ...[...ifThen, ...refuse, ...end],
    // if (newSize >= LARGE) large(newSize)
    ...[...get(newSize), ...constant(LARGE_BLOCK_BYTES), ...isAtLeast, ...ifThen],
    ...[...get(newSize), ...call("large"), ...end],
    // if (!(result = realloc(block, newSize))) return refuse(…)
    ...[...get(block), ...get(newSize), ...call("realloc"), ...tee(result), ...isZero, ...ifThen, ...refuse, ...end],
    // if (newSize > oldSize) refused = 0
    ...[...get(newSize), ...get(oldSize), ...isGreater, ...ifThen, ...constant(0), ...setGlobal(refused), ...end],
    // used = next; return result
    ...[...get(next), ...setGlobal(used), ...get(result), ...end],
  ];
}
