import { utf8Length } from "../../json/utf8-length.ts";
import { type Machine, SCRATCH_BYTES } from "./machine.ts";

/** Strings up to this many UTF-16 units are written unit by unit; above, `TextEncoder` is faster. */
const SHORT_UNITS = 64;
/** Encoders and decoders take five to forty times as long for megabytes at once as for the same in pieces. */
const PIECE_BYTES = 32_768;
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

/** As ASCII first, which needs no count of bytes beforehand. */
function pushLongText(machine: Machine, L: number, text: string): void {
  const { length } = text;
  if (encodeInto(machine, pushBlank(machine, L, length), length, text)) return;
  machine.lua.lua_settop(L, -2);
  const bytes = utf8Length(text);
  encodeInto(machine, pushBlank(machine, L, bytes), bytes, text);
}

/** False when the text takes more than `size` bytes; then only a part of it was written. */
function encodeInto({ u8 }: Machine, address: number, size: number, text: string): boolean {
  let written = 0;
  for (let start = 0; start < text.length; ) {
    const end = isHighSurrogate(text.charCodeAt(start + PIECE_BYTES - 1))
      ? start + PIECE_BYTES - 1
      : start + PIECE_BYTES;
    const piece = text.slice(start, end);
    const result = encoder.encodeInto(piece, u8.subarray(address + written, address + size));
    if (result.read < piece.length) return false;
    written += result.written;
    start = end;
  }
  return true;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
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

/** Undefined when the bytes are not UTF-8. */
export function decodeStrict(bytes: Uint8Array): string | undefined {
  try {
    return bytes.length <= PIECE_BYTES ? strict.decode(bytes) : decodePieces(bytes);
  } catch {
    return undefined;
  }
}

function decodePieces(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; ) {
    const end = characterStart(bytes, start + PIECE_BYTES);
    text += strict.decode(bytes.subarray(start, end));
    start = end;
  }
  return text;
}

/** The nearest place at or before `at` where a character begins; in what is no UTF-8, a place near it. */
function characterStart(bytes: Uint8Array, at: number): number {
  if (at >= bytes.length) return bytes.length;
  let start = at;
  while (start > at - 4 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}
