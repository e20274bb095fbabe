import { type Machine, SCRATCH_BYTES } from "./machine.ts";

/** Strings up to this many UTF-16 units are written unit by unit; above, `TextEncoder` is faster. */
const SHORT_UNITS = 64;
const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Pushes a JavaScript string as UTF-8; a slot must be free. False, and nothing pushed, when a surrogate is alone. */
export function pushText(machine: Machine, L: number, text: string): boolean {
  const { lua, u8, scratch } = machine;
  const { length } = text;
  if (length <= SHORT_UNITS) {
    let i = 0;
    for (; i < length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > 0x7f) break;
      u8[scratch + i] = unit;
    }
    if (i === length) {
      lua.lua_pushlstring(L, scratch, length);
      return true;
    }
  }
  if (!text.isWellFormed()) return false;
  if (length * 3 <= SCRATCH_BYTES) {
    const { written } = encoder.encodeInto(text, u8.subarray(scratch, scratch + SCRATCH_BYTES));
    lua.lua_pushlstring(L, scratch, written);
  } else {
    pushLongText(machine, L, text);
  }
  return true;
}

/** Pushes raw bytes. */
export function pushBytes(machine: Machine, L: number, bytes: Uint8Array): void {
  const isShort = bytes.length <= SCRATCH_BYTES;
  const address = isShort ? machine.scratch : pushBlank(machine, L, bytes.length);
  machine.u8.set(bytes, address);
  if (isShort) machine.lua.lua_pushlstring(L, address, bytes.length);
}

/**
 * Pushes a string of `length` bytes to be filled at once, and returns where its bytes are. Lua gives a string of
 * more than 40 bytes no hash before it is used as a key, so its bytes may still change; shorter ones are hashed
 * at birth and must not be made this way.
 */
export function pushBlank(machine: Machine, L: number, length: number): number {
  const { lua } = machine;
  // What is copied does not matter; address 0 is readable for as many bytes as any block in the same memory.
  lua.lua_pushlstring(L, 0, length);
  return lua.lua_tolstring(L, -1, 0);
}

function pushLongText(machine: Machine, L: number, text: string): void {
  const address = pushBlank(machine, L, text.length);
  const { read, written } = encoder.encodeInto(text, machine.u8.subarray(address, address + text.length));
  if (read === text.length && written === text.length) return;
  machine.lua.lua_settop(L, -2);
  pushBytes(machine, L, encoder.encode(text));
}

/** The bytes of the string at a stack index, as they stand in memory until Lua runs again. */
export function stringBytes(machine: Machine, L: number, index: number): Uint8Array<ArrayBuffer> {
  const { lua, scratch } = machine;
  const address = lua.lua_tolstring(L, index, scratch);
  return machine.u8.subarray(address, address + (machine.u32[scratch >> 2] ?? 0));
}

/** UTF-8 text of a stack index, whatever is no UTF-8 replaced. */
export function readText(machine: Machine, L: number, index: number): string {
  return lenient.decode(stringBytes(machine, L, index));
}

/** Throws a `TypeError` when the bytes are not UTF-8. */
export function decodeStrict(bytes: Uint8Array): string {
  return strict.decode(bytes);
}

export function decodeLenient(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}
