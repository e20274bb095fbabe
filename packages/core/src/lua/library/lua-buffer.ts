import type { Sandbox } from "../sandbox.ts";

const FIRST_BYTES = 1024;
/** Below this, a loop is faster than a native copy. */
const FEW_BYTES = 16;

/**
 * A string under construction, in a userdata that occupies one stack slot: Lua counts its memory and collects it.
 * Bytes are copied within Lua's memory and never become JavaScript strings.
 */
export class LuaBuffer {
  readonly #sandbox: Sandbox;
  readonly #L: number;
  readonly #slot: number;
  #address: number;
  #capacity = FIRST_BYTES;
  length = 0;

  /** Pushes the buffer's slot. */
  constructor(sandbox: Sandbox, L: number) {
    const { lua } = sandbox.machine;
    this.#sandbox = sandbox;
    this.#L = L;
    this.#address = lua.lua_newuserdatauv(L, FIRST_BYTES, 0);
    this.#slot = lua.lua_gettop(L);
  }

  /** Appends bytes that stand in Lua's memory. */
  append(start: number, length: number): void {
    this.#reserve(length);
    const { u8 } = this.#sandbox.machine;
    const target = this.#address + this.length;
    if (length <= FEW_BYTES) {
      for (let i = 0; i < length; i++) u8[target + i] = u8[start + i] ?? 0;
    } else {
      u8.copyWithin(target, start, start + length);
    }
    this.length += length;
  }

  appendByte(byte: number): void {
    this.#reserve(1);
    this.#sandbox.machine.u8[this.#address + this.length] = byte;
    this.length += 1;
  }

  /** Appends the string or number on top of the stack and pops it. */
  appendTop(): void {
    const { machine } = this.#sandbox;
    const start = machine.lua.lua_tolstring(this.#L, -1, machine.scratch);
    this.append(start, machine.u32[machine.scratch >> 2] ?? 0);
    machine.lua.lua_settop(this.#L, -2);
  }

  /** Pushes the finished string. */
  pushResult(): void {
    this.#sandbox.machine.lua.lua_pushlstring(this.#L, this.#address, this.length);
  }

  #reserve(bytes: number): void {
    const wanted = this.length + bytes;
    if (wanted <= this.#capacity) return;
    const capacity = Math.max(wanted, this.#capacity * 2);
    const { machine } = this.#sandbox;
    const address = machine.lua.lua_newuserdatauv(this.#L, capacity, 0);
    machine.u8.copyWithin(address, this.#address, this.#address + this.length);
    machine.lua.lua_copy(this.#L, -1, this.#slot);
    machine.lua.lua_settop(this.#L, -2);
    this.#address = address;
    this.#capacity = capacity;
  }
}
