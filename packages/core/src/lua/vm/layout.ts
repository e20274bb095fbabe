import type { Machine } from "./machine.ts";

/**
 * Where Lua 5.4.5 keeps its values in a 32-bit build. Results are read from memory by these numbers, which is
 * several times faster than asking the API for every value; the sandbox checks them when it boots (`check-layout.ts`).
 */
export const SLOT_BYTES = 16;
const SLOT_TAG = 8;
const NODE_BYTES = 24;
const NODE_KEY_TAG = 9;
const NODE_KEY = 16;
const TABLE_FLAGS = 6;
const TABLE_LOG_NODES = 7;
const TABLE_ARRAY_LIMIT = 8;
const TABLE_ARRAY = 12;
const TABLE_NODES = 16;
const TABLE_METATABLE = 24;
const STRING_SHORT_LENGTH = 7;
const STRING_HASH = 8;
const STRING_LONG_LENGTH = 12;
const STRING_BYTES = 16;
const ARRAY_LIMIT_IS_NOT_SIZE = 0x80;

/** Type tags with their variants, without the mark of collectable values. */
export const TAG = {
  false: 1,
  true: 17,
  lightUserdata: 2,
  integer: 3,
  float: 19,
  shortString: 4,
  longString: 20,
  table: 5,
} as const;

/** Tag of the value in a slot. */
export function slotTag(machine: Machine, slot: number): number {
  return (machine.u8[slot + SLOT_TAG] ?? 0) & 0x3f;
}

export function isEmptySlot(machine: Machine, slot: number): boolean {
  return ((machine.u8[slot + SLOT_TAG] ?? 0) & 0x0f) === 0;
}

export function slotPointer(machine: Machine, slot: number): number {
  return machine.u32[slot >> 2] ?? 0;
}

export function slotInteger(machine: Machine, slot: number): bigint {
  return machine.i64[slot >> 3] ?? 0n;
}

export function slotFloat(machine: Machine, slot: number): number {
  return machine.f64[slot >> 3] ?? 0;
}

export const stringContent = (string: number): number => string + STRING_BYTES;

export function stringLength(machine: Machine, string: number, tag: number): number {
  return (tag === TAG.shortString ? machine.u8[string + STRING_SHORT_LENGTH] : longLength(machine, string)) ?? 0;
}

function longLength(machine: Machine, string: number): number | undefined {
  return machine.u32[(string + STRING_LONG_LENGTH) >> 2];
}

export function shortStringHash(machine: Machine, string: number): number {
  return machine.u32[(string + STRING_HASH) >> 2] ?? 0;
}

export function tableMetatable(machine: Machine, table: number): number {
  return machine.u32[(table + TABLE_METATABLE) >> 2] ?? 0;
}

export function tableArray(machine: Machine, table: number): number {
  return machine.u32[(table + TABLE_ARRAY) >> 2] ?? 0;
}

/** Slots of the array part. Lua may keep a hint in place of the size, which then is the next power of two. */
export function tableArraySize(machine: Machine, table: number): number {
  const limit = machine.u32[(table + TABLE_ARRAY_LIMIT) >> 2] ?? 0;
  const hinted = ((machine.u8[table + TABLE_FLAGS] ?? 0) & ARRAY_LIMIT_IS_NOT_SIZE) !== 0;
  if (!hinted || (limit & (limit - 1)) === 0) return limit;
  return 2 ** (32 - Math.clz32(limit));
}

/** Address of the hash part and how many nodes it has; each node begins with the slot of its value. */
export function tableNodes(machine: Machine, table: number): number {
  return machine.u32[(table + TABLE_NODES) >> 2] ?? 0;
}

export function tableNodeCount(machine: Machine, table: number): number {
  return 2 ** (machine.u8[table + TABLE_LOG_NODES] ?? 0);
}

/** True also for a hash part that has nodes, all of them without a value. */
export function hasEmptyHash(machine: Machine, table: number): boolean {
  const nodes = tableNodes(machine, table);
  const count = tableNodeCount(machine, table);
  for (let i = 0; i < count; i++) {
    if (!isEmptySlot(machine, nodeAt(nodes, i))) return false;
  }
  return true;
}

export const nodeAt = (nodes: number, index: number): number => nodes + index * NODE_BYTES;

export function nodeKeyTag(machine: Machine, node: number): number {
  return (machine.u8[node + NODE_KEY_TAG] ?? 0) & 0x3f;
}

/** The key's value is laid out like the one of a slot. */
export const nodeKey = (node: number): number => node + NODE_KEY;
