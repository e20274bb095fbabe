import { isJsonArray, type Json, type JsonArray, type JsonObject } from "../vocabulary/json.ts";
import { type ConversionCeilings, ConversionError, deepest, depthExceeded, nodesExceeded } from "./conversion-error.ts";
import { ConversionPath } from "./conversion-path.ts";
import { REF } from "./refs.ts";
import { REGISTRY } from "./vm/lua-constants.ts";
import type { Machine } from "./vm/machine.ts";
import { pushText } from "./vm/text.ts";

const SMALL_INTEGERS = Array.from({ length: 1025 }, (_, i) => BigInt(i));
const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const DIRECTION = "JSON-to-Lua";
/** A mask: the clock is looked at every 1024 values. */
const NODES_PER_CHECK = 1023;
const NO_KEYS: ReadonlyMap<string, number> = new Map();

/** Stack index as the 64-bit integer that Lua's API wants. */
export function int64(value: number): bigint {
  return SMALL_INTEGERS[value] ?? BigInt(value);
}

/** Fields that every child context has: their strings lie ready on the stack from which calls start. */
export const READY_KEYS = [
  ...["_flow_dir", "tool_call", "tool_name", "tool_arguments", "tool_call_id", "tool_call_index"],
  ...["id", "index", "type", "name", "raw_arguments", "arguments", "raw_call", "function"],
] as const;

/** Pushes JSON values as Lua sees them (spec 04 §5). */
export class JsonPusher {
  #machine: Machine;
  readonly #checkClock: () => void;
  #L = 0;
  #ceilings: ConversionCeilings = { maxConversionDepth: 0, maxConversionNodes: 0 };
  #deepest = 0;
  #nodes = 0;
  /** Containers around the value that is pushed. */
  #depth = 0;
  #readyKeys: ReadonlyMap<string, number> = new Map();
  readonly #path = new ConversionPath();

  /** `checkClock` may throw: strings chosen to collide in Lua's table of strings make pushing them slow. */
  constructor(machine: Machine, checkClock: () => void) {
    this.#machine = machine;
    this.#checkClock = checkClock;
  }

  use(machine: Machine, L: number): void {
    this.#machine = machine;
    this.#L = L;
  }

  /**
   * Pushes one value. Throws {@link ConversionError} beyond a ceiling, with things left on the stack: what was going
   * on is over then. `root` is how paths begin; `readyKeys` tells where field names lie on this very stack.
   */
  push(value: Json, ceilings: ConversionCeilings, root = "$", readyKeys: ReadonlyMap<string, number> = NO_KEYS): void {
    this.#ceilings = ceilings;
    this.#deepest = deepest(ceilings);
    this.#path.begin(root);
    this.#nodes = 0;
    this.#depth = 0;
    this.#readyKeys = readyKeys;
    this.#push(value);
  }

  #push(value: Json): void {
    const { lua } = this.#machine;
    this.#nodes += 1;
    if ((this.#nodes & NODES_PER_CHECK) === 0) this.#checkClock();
    if (this.#nodes > this.#ceilings.maxConversionNodes || this.#depth > this.#deepest) this.#fail();
    switch (typeof value) {
      case "string":
        this.#pushString(value, this.#depth);
        break;
      case "number":
        lua.lua_pushnumber(this.#L, value);
        break;
      case "bigint":
        if (value > INT64_MAX || value < INT64_MIN) lua.lua_pushnumber(this.#L, Number(value));
        else lua.lua_pushinteger(this.#L, value);
        break;
      case "boolean":
        lua.lua_pushboolean(this.#L, value ? 1 : 0);
        break;
      default:
        if (value === null) lua.lua_pushlightuserdata(this.#L, 0);
        else this.#pushContainer(value);
    }
  }

  #pushContainer(value: JsonArray | JsonObject): void {
    const depth = this.#depth;
    // Every depth holds on to a table and a key.
    if (depth > 1 && this.#machine.lua.lua_checkstack(this.#L, 8) === 0) {
      throw new ConversionError(`JSON value at ${this.#path.at(depth)} is nested too deeply for Lua's stack`);
    }
    this.#depth = depth + 1;
    if (isJsonArray(value)) this.#pushArray(value, depth);
    else {
      this.#machine.lua.lua_createtable(this.#L, 0, value.size);
      // A loop over the entries would make an array of each.
      value.forEach(this.#pushMember, this);
    }
    this.#depth = depth;
  }

  #pushMember(member: Json, key: string): void {
    const { lua } = this.#machine;
    const depth = this.#depth - 1;
    this.#path.enter(depth, key);
    const ready = this.#readyKeys.get(key);
    if (ready === undefined) this.#pushString(key, depth);
    else lua.lua_pushvalue(this.#L, ready);
    this.#push(member);
    lua.lua_rawset(this.#L, -3);
  }

  #pushArray(array: JsonArray, depth: number): void {
    const { lua } = this.#machine;
    lua.lua_createtable(this.#L, array.length, 0);
    lua.lua_rawgeti(this.#L, REGISTRY, REF.arrayMark);
    lua.lua_setmetatable(this.#L, -2);
    let index = 0;
    for (const entry of array) {
      this.#path.enter(depth, index);
      index += 1;
      this.#push(entry);
      lua.lua_rawseti(this.#L, -2, int64(index));
    }
  }

  #pushString(text: string, depth: number): void {
    if (pushText(this.#machine, this.#L, text)) return;
    throw new ConversionError(`JSON string at ${this.#path.at(depth)} contains a lone surrogate`);
  }

  #fail(): never {
    const depth = this.#depth;
    const path = this.#path.at(depth);
    if (depth > this.#deepest) throw depthExceeded(DIRECTION, this.#deepest, path);
    throw nodesExceeded(DIRECTION, this.#ceilings.maxConversionNodes, `at ${path}`);
  }
}
