import type { Json, JsonObject } from "../vocabulary/json.ts";
import {
  type ConversionCeilings,
  ConversionError,
  deepest,
  depthExceeded,
  nodesExceeded,
  type PathSegment,
  pathText,
} from "./conversion-error.ts";
import { sortFields } from "./sort-fields.ts";
import { StringReader } from "./string-reader.ts";
import * as layout from "./vm/layout.ts";
import { TAG } from "./vm/layout.ts";
import { TYPE, TYPE_NAMES } from "./vm/lua-constants.ts";
import type { Machine } from "./vm/machine.ts";

const DIRECTION = "Lua-to-JSON";

/** Tables that mark others, by address; null when the state has no such mark yet. */
export interface Marks {
  readonly array: number;
  readonly object: number;
}

/** What a returned value is before it is read further (spec 04 §4). */
export type ReadShape = "object" | "unmarked-empty" | "array" | "scalar";

/**
 * Reads Lua values as JSON (spec 04 §5), raw and straight from memory: no metamethod runs, nothing in Lua changes
 * meanwhile. Fields come out sorted by code point, so that a run repeats itself exactly.
 */
export class JsonReader {
  readonly #strings = new StringReader();
  #machine: Machine;
  #marks: Marks = { array: 0, object: 0 };
  #ceilings: ConversionCeilings = { maxConversionDepth: 64, maxConversionNodes: 100_000 };
  #deepest = 0;
  #root = "$";
  #nodes = 0;
  readonly #path: PathSegment[] = [];
  readonly #active: number[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  use(machine: Machine, marks: Marks): void {
    this.#machine = machine;
    this.#marks = marks;
  }

  /** The value at a stack index. Throws {@link ConversionError}. */
  read(L: number, index: number, ceilings: ConversionCeilings, root = "$"): Json {
    this.#ceilings = ceilings;
    this.#deepest = deepest(ceilings);
    this.#root = root;
    this.#nodes = 0;
    return this.#stackValue(L, index);
  }

  /** True for a table without entries and without a mark, which publishes nothing. */
  isUnmarkedEmpty(L: number, index: number): boolean {
    const { lua } = this.#machine;
    if (lua.lua_type(L, index) !== TYPE.table) return false;
    const table = lua.lua_topointer(L, index);
    const mark = layout.tableMetatable(this.#machine, table);
    if (mark !== 0 && (mark === this.#marks.array || mark === this.#marks.object)) return false;
    const { indices, fields } = this.#entries(table, 0);
    return indices.length === 0 && fields.length === 0;
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
        throw this.#unsupported(type, 0);
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
        throw this.#unsupported(tag & 0x0f, depth);
    }
  }

  #table(table: number, depth: number): Json {
    const outer = this.#active.lastIndexOf(table, depth - 1);
    if (depth > 0 && outer >= 0) {
      const text = `cyclic Lua table at ${this.#pathAt(depth)}; the same table is already active at ${this.#pathAt(outer)}`;
      throw new ConversionError(text);
    }
    this.#active[depth] = table;
    const entries = this.#entries(table, depth);
    if (this.#isArray(table, entries, depth)) return this.#array(entries, depth);
    return this.#object(entries, depth);
  }

  #isArray(table: number, { indices, fields }: Entries, depth: number): boolean {
    const mark = layout.tableMetatable(this.#machine, table);
    const [index, field] = [indices[0], fields[0]];
    if (mark !== 0 && mark === this.#marks.array) {
      if (field === undefined) return true;
      throw new ConversionError(
        `table marked as a JSON array at ${this.#pathAt(depth)} contains object field ${this.#pathAt(depth, field)}`,
      );
    }
    if (mark !== 0 && mark === this.#marks.object) {
      if (index === undefined) return false;
      throw new ConversionError(
        `table marked as a JSON object at ${this.#pathAt(depth)} contains array entry ${this.#pathAt(depth, index)}`,
      );
    }
    if (index === undefined) return false;
    if (field === undefined) return true;
    throw new ConversionError(
      `mixed Lua table at ${this.#pathAt(depth)} contains both array entry ${this.#pathAt(depth, index)} and object field ${this.#pathAt(depth, field)}`,
    );
  }

  #array({ indices, indexSlots }: Entries, depth: number): Json[] {
    const values: Json[] = [];
    for (let i = 0; i < indices.length; i++) {
      const found = indices[i] ?? 0;
      if (BigInt(found) !== BigInt(i + 1)) {
        throw new ConversionError(
          `sparse Lua array at ${this.#pathAt(depth)}: expected index ${i + 1}, found ${found} at ${this.#pathAt(depth, found)}`,
        );
      }
      this.#path[depth] = i + 1;
      values.push(this.#slot(indexSlots[i] ?? 0, depth + 1));
    }
    return values;
  }

  #object({ fields, fieldSlots }: Entries, depth: number): JsonObject {
    const object = new Map<string, Json>();
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i] ?? "";
      this.#path[depth] = field;
      object.set(field, this.#slot(fieldSlots[i] ?? 0, depth + 1));
    }
    return object;
  }

  /** Keys of a table in ascending order, with the places of their values. */
  #entries(table: number, depth: number): Entries {
    const machine = this.#machine;
    const entries: Entries = { indices: [], indexSlots: [], fields: [], fieldSlots: [] };
    const slots = layout.tableArray(machine, table);
    const arraySize = layout.tableArraySize(machine, table);
    const limit = this.#ceilings.maxConversionNodes;
    for (let i = 0; i < arraySize; i++) {
      const slot = slots + i * layout.SLOT_BYTES;
      if ((layout.slotTag(machine, slot) & 0x0f) === 0) continue;
      if (entries.indices.length >= limit) throw this.#tableTooLarge(depth);
      entries.indices.push(i + 1);
      entries.indexSlots.push(slot);
    }
    this.#hashEntries(table, depth, entries);
    sortFields(entries.fields, entries.fieldSlots);
    return entries;
  }

  #hashEntries(table: number, depth: number, entries: Entries): void {
    const machine = this.#machine;
    const nodes = layout.tableNodes(machine, table);
    const count = layout.tableNodeCount(machine, table);
    const ordered = entries.indices.length;
    const limit = this.#ceilings.maxConversionNodes;
    for (let i = 0; i < count; i++) {
      const node = layout.nodeAt(nodes, i);
      if ((layout.slotTag(machine, node) & 0x0f) === 0) continue;
      if (entries.indices.length + entries.fields.length >= limit) throw this.#tableTooLarge(depth);
      const tag = layout.nodeKeyTag(machine, node);
      if (tag === TAG.shortString || tag === TAG.longString) {
        entries.fields.push(this.#fieldName(layout.slotPointer(machine, layout.nodeKey(node)), tag, depth));
        entries.fieldSlots.push(node);
      } else {
        entries.indices.push(this.#index(layout.nodeKey(node), tag, depth));
        entries.indexSlots.push(node);
      }
    }
    if (entries.indices.length > ordered) sortIndices(entries);
  }

  #index(key: number, tag: number, depth: number): number | bigint {
    const machine = this.#machine;
    if (tag === TAG.integer) {
      const index = layout.slotInteger(machine, key);
      if (index < 1n) throw this.#invalidIndex(String(index), depth);
      return index <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(index) : index;
    }
    if (tag === TAG.float) throw this.#invalidIndex(floatText(layout.slotFloat(machine, key)), depth);
    const type = TYPE_NAMES[tag & 0x0f];
    throw new ConversionError(`unsupported Lua table key type ${type} at ${this.#pathAt(depth)}`);
  }

  #fieldName(string: number, tag: number, depth: number): string {
    try {
      return this.#strings.read(this.#machine, string, tag);
    } catch {
      throw new ConversionError(`Lua string at ${this.#pathAt(depth)} is not valid UTF-8 (a field's name)`);
    }
  }

  #string(string: number, tag: number, depth: number): string {
    try {
      return this.#strings.read(this.#machine, string, tag);
    } catch {
      throw new ConversionError(`Lua string at ${this.#pathAt(depth)} is not valid UTF-8`);
    }
  }

  #finite(value: number, depth: number): number {
    if (Number.isFinite(value)) return value;
    throw new ConversionError(`non-finite Lua number at ${this.#pathAt(depth)} is not valid JSON`);
  }

  #count(depth: number): void {
    const { maxConversionNodes } = this.#ceilings;
    if (depth > this.#deepest) throw depthExceeded(DIRECTION, this.#deepest, this.#pathAt(depth));
    this.#nodes += 1;
    if (this.#nodes > maxConversionNodes) {
      throw nodesExceeded(DIRECTION, maxConversionNodes, `at ${this.#pathAt(depth)}`);
    }
  }

  #tableTooLarge(depth: number): ConversionError {
    const place = `while reading table at ${this.#pathAt(depth)}`;
    return nodesExceeded(DIRECTION, this.#ceilings.maxConversionNodes, place);
  }

  #invalidIndex(index: string, depth: number): ConversionError {
    const rule = "indices must be positive consecutive integers starting at 1";
    return new ConversionError(`invalid Lua array index ${index} at ${this.#pathAt(depth)}; ${rule}`);
  }

  #unsupported(type: number, depth: number): ConversionError {
    const name = TYPE_NAMES[type] ?? "unknown";
    const text = `unsupported Lua ${name} value at ${this.#pathAt(depth)}; expected a JSON-compatible value`;
    return new ConversionError(text);
  }

  #pathAt(depth: number, last?: PathSegment): string {
    const segments = this.#path.slice(0, depth);
    return pathText(this.#root, last === undefined ? segments : [...segments, last]);
  }
}

interface Entries {
  readonly indices: (number | bigint)[];
  readonly indexSlots: number[];
  readonly fields: string[];
  readonly fieldSlots: number[];
}

function sortIndices(entries: Entries): void {
  const pairs = entries.indices.map((index, i) => ({ index, slot: entries.indexSlots[i] ?? 0 }));
  pairs.sort((a, b) => (a.index < b.index ? -1 : 1));
  pairs.forEach(({ index, slot }, i) => {
    entries.indices[i] = index;
    entries.indexSlots[i] = slot;
  });
}

/** As Lua prints a float that is no integer. */
function floatText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(Number(value.toPrecision(14)));
}
