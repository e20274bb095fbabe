import type { Json, JsonObject } from "../vocabulary/json.ts";
import {
  type ConversionCeilings,
  type ConversionError,
  deepest,
  depthExceeded,
  nodesExceeded,
} from "./conversion-error.ts";
import { ConversionPath } from "./conversion-path.ts";
import { StringReader } from "./string-reader.ts";
import { TableEntries } from "./table-entries.ts";
import {
  arrayWithField,
  cyclicTable,
  invalidIndex,
  invalidUtf8,
  mixedTable,
  nonFiniteNumber,
  objectWithEntry,
  sparseArray,
  unsupportedKey,
  unsupportedValue,
} from "./unreadable-value.ts";
import * as layout from "./vm/layout.ts";
import { TAG } from "./vm/layout.ts";
import { TYPE, TYPE_NAMES } from "./vm/lua-constants.ts";
import type { Machine } from "./vm/machine.ts";

const DIRECTION = "Lua-to-JSON";

/** How much text the host may be made to hold. */
export interface ByteAllowance {
  readonly outsideBytesLeft: number;
  memorySpent(): unknown;
}

/** Tables that mark others, by address; null when the state has no such mark yet. */
export interface Marks {
  readonly array: number;
  readonly object: number;
}

/**
 * Reads Lua values as JSON (spec 04 §5), raw and straight from memory: no metamethod runs, nothing in Lua changes
 * meanwhile. Fields come out sorted by code point, so that a run repeats itself exactly.
 */
export class JsonReader {
  readonly #strings = new StringReader();
  readonly #allowance: ByteAllowance;
  #machine: Machine;
  #marks: Marks = { array: 0, object: 0 };
  #ceilings: ConversionCeilings = { maxConversionDepth: 64, maxConversionNodes: 100_000 };
  #deepest = 0;
  #nodes = 0;
  readonly #path = new ConversionPath();
  readonly #active: number[] = [];
  readonly #entries: TableEntries[] = [];

  /** Bytes of text in the last value that was read. */
  bytesRead = 0;
  #bytesAllowed = 0;

  constructor(machine: Machine, allowance: ByteAllowance) {
    this.#machine = machine;
    this.#allowance = allowance;
  }

  use(machine: Machine, marks: Marks): void {
    this.#machine = machine;
    this.#marks = marks;
  }

  /** The value at a stack index. Throws `ConversionError`, or what the allowance throws when it is used up. */
  read(L: number, index: number, ceilings: ConversionCeilings, root = "$"): Json {
    this.#ceilings = ceilings;
    this.#deepest = deepest(ceilings);
    this.#path.begin(root);
    this.#strings.begin();
    this.#nodes = 0;
    this.bytesRead = 0;
    this.#bytesAllowed = this.#allowance.outsideBytesLeft;
    return this.#stackValue(L, index);
  }

  /** Whether the table at a stack index carries one of the marks. */
  isMarked(L: number, index: number): boolean {
    const mark = layout.tableMetatable(this.#machine, this.#machine.lua.lua_topointer(L, index));
    return mark !== 0 && (mark === this.#marks.array || mark === this.#marks.object);
  }

  #stackValue(L: number, index: number): Json {
    const { lua } = this.#machine;
    const type = lua.lua_type(L, index);
    this.#count(0);
    switch (type) {
      case TYPE.nil:
      case TYPE.lightUserdata:
        return null;
      case TYPE.boolean:
        return lua.lua_toboolean(L, index) !== 0;
      case TYPE.number:
        if (lua.lua_isinteger(L, index) !== 0) return lua.lua_tointegerx(L, index, 0);
        return this.#finite(lua.lua_tonumberx(L, index, 0), 0);
      case TYPE.string:
        return this.#stackString(L, index);
      case TYPE.table:
        return this.#table(lua.lua_topointer(L, index), 0);
      default:
        throw unsupportedValue(this.#path, 0, TYPE_NAMES[type] ?? "unknown");
    }
  }

  #stackString(L: number, index: number): string {
    const { lua, scratch } = this.#machine;
    const bytes = lua.lua_tolstring(L, index, scratch);
    const length = this.#machine.u32[scratch >> 2] ?? 0;
    return this.#string(bytes - layout.stringContent(0), length > 40 ? TAG.longString : TAG.shortString, 0);
  }

  #slot(slot: number, depth: number): Json {
    const machine = this.#machine;
    this.#count(depth);
    const tag = layout.slotTag(machine, slot);
    switch (tag) {
      case TAG.shortString:
      case TAG.longString:
        return this.#string(layout.slotPointer(machine, slot), tag, depth);
      case TAG.integer:
        return layout.slotInteger(machine, slot);
      case TAG.float:
        return this.#finite(layout.slotFloat(machine, slot), depth);
      case TAG.table:
        return this.#table(layout.slotPointer(machine, slot), depth);
      case TAG.true:
        return true;
      case TAG.false:
        return false;
      case TAG.lightUserdata:
        return null;
      default:
        throw unsupportedValue(this.#path, depth, TYPE_NAMES[tag & 0x0f] ?? "unknown");
    }
  }

  #table(table: number, depth: number): Json {
    for (let outer = 0; outer < depth; outer++) {
      if (this.#active[outer] === table) throw cyclicTable(this.#path, depth, outer);
    }
    this.#active[depth] = table;
    const list = this.#list(table, depth);
    if (list !== undefined) return list;
    const entries = this.#entriesOf(table, depth);
    if (this.#isArray(table, entries, depth)) return this.#array(entries, depth);
    return this.#object(entries, depth);
  }

  /** The common form of an array: entries from 1 in the array part, nothing else. Undefined for everything else. */
  #list(table: number, depth: number): Json[] | undefined {
    const machine = this.#machine;
    const slots = layout.tableArray(machine, table);
    const size = layout.tableArraySize(machine, table);
    let length = 0;
    while (length < size && !layout.isEmptySlot(machine, slots + length * layout.SLOT_BYTES)) length += 1;
    const isPlain = length > 0 && layout.tableMetatable(machine, table) !== this.#marks.object;
    if (!isPlain || !this.#isEmptyFrom(slots, length, size) || !layout.hasEmptyHash(machine, table)) return undefined;
    if (length > this.#ceilings.maxConversionNodes) throw this.#tableTooLarge(depth);
    const values: Json[] = new Array(length);
    for (let i = 0; i < length; i++) {
      this.#path.enter(depth, i + 1);
      values[i] = this.#slot(slots + i * layout.SLOT_BYTES, depth + 1);
    }
    return values;
  }

  #isEmptyFrom(slots: number, start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      if (!layout.isEmptySlot(this.#machine, slots + i * layout.SLOT_BYTES)) return false;
    }
    return true;
  }

  #isArray(table: number, entries: TableEntries, depth: number): boolean {
    const mark = layout.tableMetatable(this.#machine, table);
    const index = entries.indexCount > 0 ? entries.indices[0] : undefined;
    const field = entries.fieldCount > 0 ? entries.fields[0] : undefined;
    if (mark !== 0 && mark === this.#marks.array) {
      if (field !== undefined) throw arrayWithField(this.#path, depth, field);
      return true;
    }
    if (index === undefined) return false;
    if (mark !== 0 && mark === this.#marks.object) throw objectWithEntry(this.#path, depth, index);
    if (field !== undefined) throw mixedTable(this.#path, depth, index, field);
    return true;
  }

  #array(entries: TableEntries, depth: number): Json[] {
    const values: Json[] = [];
    for (let i = 0; i < entries.indexCount; i++) {
      const found = entries.indices[i] ?? 0;
      if (found !== i + 1) throw sparseArray(this.#path, depth, i + 1, found);
      this.#path.enter(depth, found);
      values.push(this.#slot(entries.indexSlots[i] ?? 0, depth + 1));
    }
    return values;
  }

  #object(entries: TableEntries, depth: number): JsonObject {
    const object = new Map<string, Json>();
    for (let i = 0; i < entries.fieldCount; i++) {
      const field = entries.fields[i] ?? "";
      this.#path.enter(depth, field);
      object.set(field, this.#slot(entries.fieldSlots[i] ?? 0, depth + 1));
    }
    return object;
  }

  /** Keys of a table in ascending order, with the places of their values; valid until the next one of this depth. */
  #entriesOf(table: number, depth: number): TableEntries {
    const entries = this.#entries[depth] ?? new TableEntries();
    this.#entries[depth] = entries;
    entries.clear();
    this.#readArrayPart(table, depth, entries);
    this.#readHashPart(table, depth, entries);
    entries.sortFields();
    return entries;
  }

  #readArrayPart(table: number, depth: number, entries: TableEntries): void {
    const machine = this.#machine;
    const slots = layout.tableArray(machine, table);
    const size = layout.tableArraySize(machine, table);
    for (let i = 0; i < size; i++) {
      const slot = slots + i * layout.SLOT_BYTES;
      if (layout.isEmptySlot(machine, slot)) continue;
      if (entries.count >= this.#ceilings.maxConversionNodes) throw this.#tableTooLarge(depth);
      entries.addIndex(i + 1, slot);
    }
  }

  #readHashPart(table: number, depth: number, entries: TableEntries): void {
    const machine = this.#machine;
    const nodes = layout.tableNodes(machine, table);
    const size = layout.tableNodeCount(machine, table);
    const ordered = entries.indexCount;
    for (let i = 0; i < size; i++) {
      const node = layout.nodeAt(nodes, i);
      if (layout.isEmptySlot(machine, node)) continue;
      if (entries.count >= this.#ceilings.maxConversionNodes) throw this.#tableTooLarge(depth);
      const tag = layout.nodeKeyTag(machine, node);
      if (tag === TAG.shortString || tag === TAG.longString) {
        entries.addField(this.#string(layout.slotPointer(machine, layout.nodeKey(node)), tag, depth, true), node);
      } else {
        entries.addIndex(this.#index(layout.nodeKey(node), tag, depth), node);
      }
    }
    if (entries.indexCount > ordered) entries.sortIndices();
  }

  #index(key: number, tag: number, depth: number): number | bigint {
    const machine = this.#machine;
    if (tag === TAG.integer) {
      const index = layout.slotInteger(machine, key);
      if (index < 1n) throw invalidIndex(this.#path, depth, String(index));
      return index <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(index) : index;
    }
    if (tag === TAG.float) throw invalidIndex(this.#path, depth, floatText(layout.slotFloat(machine, key)));
    throw unsupportedKey(this.#path, depth, TYPE_NAMES[tag & 0x0f] ?? "unknown");
  }

  #string(string: number, tag: number, depth: number, isField = false): string {
    const text = this.#text(string, tag);
    if (text === undefined) throw invalidUtf8(this.#path, depth, isField);
    return text;
  }

  /** Undefined when the bytes are not UTF-8. */
  #text(string: number, tag: number): string | undefined {
    this.bytesRead += layout.stringLength(this.#machine, string, tag);
    if (this.bytesRead > this.#bytesAllowed) throw this.#allowance.memorySpent();
    return this.#strings.read(this.#machine, string, tag);
  }

  #finite(value: number, depth: number): number {
    if (Number.isFinite(value)) return value;
    throw nonFiniteNumber(this.#path, depth);
  }

  #count(depth: number): void {
    const { maxConversionNodes } = this.#ceilings;
    if (depth > this.#deepest) throw depthExceeded(DIRECTION, this.#deepest, this.#path.at(depth));
    this.#nodes += 1;
    if (this.#nodes > maxConversionNodes) {
      throw nodesExceeded(DIRECTION, maxConversionNodes, `at ${this.#path.at(depth)}`);
    }
  }

  #tableTooLarge(depth: number): ConversionError {
    const place = `while reading table at ${this.#path.at(depth)}`;
    return nodesExceeded(DIRECTION, this.#ceilings.maxConversionNodes, place);
  }
}

/** As Lua prints a float that is no integer. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(Number(value.toPrecision(14)));
}
