import { type FunctionType, functionType, I32, name, section, sleb, uleb, vector, wasmModule } from "./wasm-encoder.ts";

/** Blocks of this size and more are reported, see `large`. */
const LARGE_BLOCK_BYTES = 65_536;

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

/** The same functions as WebAssembly, fit for the function table. */
export interface Border {
  readonly allocator: unknown;
  readonly hook: unknown;
  readonly write: unknown;
  readonly functions: readonly unknown[];
}

/**
 * The allocator's counters: three words of memory that belong to no snapshot. `refused` is 0 after each growth that
 * was granted and tells a repeated request from a new one.
 */
export const COUNTERS = { usedBytes: 0, limitBytes: 4, refused: 8, bytes: 64 } as const;

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
export function borderModule(functions: number, counters: number): Uint8Array<ArrayBuffer> {
  const imports = [
    [...name("env"), ...name("memory"), 2, 0, 1],
    ...FIXED_IMPORTS.map(([field, type]) => imported(field, type)),
    ...Array.from({ length: functions }, (_, i) => imported(`f${i}`, "function")),
  ];
  const exports = [
    ...["hook", "write"].map((field) => [...name(field), 0, ...uleb(importIndex(field))]),
    ...Array.from({ length: functions }, (_, i) => [...name(`f${i}`), 0, ...uleb(FIXED_IMPORTS.length + i)]),
    [...name("allocator"), 0, ...uleb(FIXED_IMPORTS.length + functions)],
  ];
  const body = allocatorBody(counters);
  return wasmModule([
    section(1, vector(Object.values(TYPES).map(functionType))),
    section(2, vector(imports)),
    section(3, vector([[typeIndex("allocator")]])),
    section(7, vector(exports)),
    section(10, vector([[...uleb(body.length), ...body]])),
  ]);
}

export function instantiateBorder(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  lent: BorderFunctions,
): Border {
  const { realloc, free, refuse, large, hook, write } = lent;
  const env: Record<string, WebAssembly.ImportValue> = { memory, realloc, free, refuse, large, hook, write };
  lent.functions.forEach((f, i) => {
    env[`f${i}`] = f;
  });
  const { exports } = new WebAssembly.Instance(module, { env });
  return {
    allocator: exports.allocator,
    hook: exports.hook,
    write: exports.write,
    functions: lent.functions.map((_, i) => exports[`f${i}`]),
  };
}

function imported(field: string, type: keyof typeof TYPES): number[] {
  return [...name("env"), ...name(field), 0, typeIndex(type)];
}

/**
 * `lua_Alloc(userData, block, oldSize, newSize)`: counts what Lua holds and refuses what goes beyond the limit.
 * `oldSize` is a type tag, not a size, while there is no block yet.
 */
function allocatorBody(counters: number): number[] {
  const [block, oldSize, newSize, next, result] = [1, 2, 3, 4, 5];
  const { usedBytes: used, limitBytes: limit, refused } = COUNTERS;
  const get = (local: number) => [0x20, local];
  const set = (local: number) => [0x21, local];
  const tee = (local: number) => [0x22, local];
  const load = (counter: number) => [0x41, 0, 0x28, 2, ...uleb(counters + counter)];
  const store = (counter: number, value: readonly number[]) => [
    0x41,
    0,
    ...value,
    0x36,
    2,
    ...uleb(counters + counter),
  ];
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
    ...[...store(used, [...load(used), ...get(oldSize), ...subtract]), ...constant(0), ...leave, ...end],
    // if ((next = used - oldSize + newSize) > limit && newSize > oldSize) return refuse(…)
    ...[...load(used), ...get(oldSize), ...subtract, ...get(newSize), ...add, ...tee(next)],
    ...[...load(limit), ...isGreater, ...get(newSize), ...get(oldSize), ...isGreater, ...and],
    ...[...ifThen, ...refuse, ...end],
    // if (newSize >= LARGE) large(newSize)
    ...[...get(newSize), ...constant(LARGE_BLOCK_BYTES), ...isAtLeast, ...ifThen],
    ...[...get(newSize), ...call("large"), ...end],
    // if (!(result = realloc(block, newSize))) return refuse(…)
    ...[...get(block), ...get(newSize), ...call("realloc"), ...tee(result), ...isZero, ...ifThen, ...refuse, ...end],
    // if (newSize > oldSize) refused = 0
    ...[...get(newSize), ...get(oldSize), ...isGreater, ...ifThen, ...store(refused, constant(0)), ...end],
    // used = next; return result
    ...[...store(used, get(next)), ...get(result), ...end],
  ];
}
