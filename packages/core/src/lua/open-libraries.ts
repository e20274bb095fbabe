import { FUNCTIONS } from "./library/functions.ts";
import { REF } from "./refs.ts";
import { REGISTRY, TYPE } from "./vm/lua-constants.ts";
import type { Machine } from "./vm/machine.ts";
import { pushText } from "./vm/text.ts";

/** Globals that a handler finds (spec 04 §2); whatever else the libraries bring is taken out again. */
const GLOBALS: ReadonlySet<string> = new Set(
  `_G _VERSION assert error getmetatable ipairs math next pairs pcall rawequal rawget rawlen rawset select
   setmetatable string table tonumber tostring type utf8 xpcall`.split(/\s+/),
);

/** Strings that the C API needs as addresses; they must exist before the snapshot. */
const C_STRINGS = [
  ...["__tostring", "__name", "__metatable", "Sl", ">S", "t", "b", "string/function/table", "nil or table"],
  "too many captures",
];

const NUMBERS: ReadonlyMap<string, number> = new Map(FUNCTIONS.map(({ place }, i) => [place, i]));

const REGISTERED = new Map<string, bigint>([
  ["@message_handler", REF.messageHandler],
  ["@show", REF.show],
]);

/** Opens the libraries, takes out what must not be there, and puts ours in. Leaves things on the stack. */
export function openLibraries(machine: Machine, L: number): void {
  for (const text of C_STRINGS) machine.cString(text);
  openNatives(machine, L);
  keepForUs(machine, L);
  removeGlobals(machine, L);
  removeField(machine, L, "string", "dump");
  FUNCTIONS.forEach((_, i) => {
    install(machine, L, i);
  });
  createMarks(machine, L);
  lockStrings(machine, L);
  createNull(machine, L);
  machine.lua.lua_createtable(L, 0, 0);
  machine.lua.lua_rawseti(L, REGISTRY, REF.handlers);
}

function openNatives(machine: Machine, L: number): void {
  const { lua } = machine;
  const libraries = [
    ["_G", lua.luaopen_base],
    ["table", lua.luaopen_table],
    ["string", lua.luaopen_string],
    ["math", lua.luaopen_math],
    ["utf8", lua.luaopen_utf8],
  ] as const;
  for (const [name, open] of libraries) lua.luaL_requiref(L, machine.cString(name), machine.tableIndex(open), 1);
}

/** Natives that we still need after they are out of reach for scripts. */
function keepForUs(machine: Machine, L: number): void {
  const { lua } = machine;
  pushPlace(machine, L, "collectgarbage");
  lua.lua_rawseti(L, REGISTRY, REF.collect);
  pushPlace(machine, L, "math.random");
  lua.lua_rawseti(L, REGISTRY, REF.random);
}

function removeGlobals(machine: Machine, L: number): void {
  const { lua } = machine;
  lua.lua_rawgeti(L, REGISTRY, REF.globals);
  const globals = lua.lua_gettop(L);
  const names: string[] = [];
  lua.lua_pushnil(L);
  while (lua.lua_next(L, globals) !== 0) {
    lua.lua_settop(L, -2);
    names.push(machine.readCString(lua.lua_tolstring(L, -1, 0)));
  }
  for (const name of names) {
    if (GLOBALS.has(name)) continue;
    pushText(machine, L, name);
    lua.lua_pushnil(L);
    lua.lua_rawset(L, globals);
  }
}

function removeField(machine: Machine, L: number, table: string, field: string): void {
  const { lua } = machine;
  pushPlace(machine, L, table);
  pushText(machine, L, field);
  lua.lua_pushnil(L);
  lua.lua_rawset(L, -3);
}

/** Function number `index` of {@link FUNCTIONS} to its place; `@…` ones of the flow API are set up when it is. */
function install(machine: Machine, L: number, index: number): void {
  const { lua } = machine;
  const definition = FUNCTIONS[index];
  if (definition === undefined) return;
  const { place } = definition;
  const registered = REGISTERED.get(place);
  if (registered !== undefined) {
    pushFunction(machine, L, place);
    lua.lua_rawseti(L, REGISTRY, registered);
    return;
  }
  if (place.startsWith("@")) return;
  const [table = "", field] = place.includes(".") ? place.split(".") : ["_G", place];
  pushPlace(machine, L, table);
  pushText(machine, L, field ?? "");
  if (definition.wraps) pushPlace(machine, L, place);
  lua.lua_pushcclosure(L, machine.functionIndex[index] ?? 0, definition.wraps ? 1 : 0);
  lua.lua_rawset(L, -3);
  lua.lua_settop(L, -2);
}

/** Pushes one of our functions by the name of its place. */
export function pushFunction(machine: Machine, L: number, place: string, upvalues = 0): void {
  const index = machine.functionIndex[NUMBERS.get(place) ?? -1];
  if (index === undefined) throw new Error(`no function ${place}`);
  machine.lua.lua_pushcclosure(L, index, upvalues);
}

/** Pushes a global or, for `a.b`, a field of one. */
function pushPlace(machine: Machine, L: number, place: string): void {
  const { lua } = machine;
  lua.lua_rawgeti(L, REGISTRY, REF.globals);
  for (const name of place.split(".")) {
    pushText(machine, L, name);
    lua.lua_rawget(L, -2);
    lua.lua_rotate(L, -2, 1);
    lua.lua_settop(L, -2);
  }
}

function createMarks(machine: Machine, L: number): void {
  for (const mark of [REF.arrayMark, REF.objectMark]) {
    machine.lua.lua_createtable(L, 0, 1);
    lock(machine, L);
    machine.lua.lua_rawseti(L, REGISTRY, mark);
  }
}

/** `__metatable = false` in the table on top: scripts can neither see nor replace it. */
function lock(machine: Machine, L: number): void {
  pushText(machine, L, "__metatable");
  machine.lua.lua_pushboolean(L, 0);
  machine.lua.lua_rawset(L, -3);
}

/** Scripts see an empty table in its place, so that code which writes to it neither fails nor reaches any string. */
function lockStrings(machine: Machine, L: number): void {
  const { lua } = machine;
  pushText(machine, L, "");
  if (lua.lua_getmetatable(L, -1) === 0) throw new Error("strings have no metatable");
  pushText(machine, L, "__metatable");
  lua.lua_createtable(L, 0, 0);
  lua.lua_rawset(L, -3);
}

/** `json_null`: the only light userdata there is, with a metatable that nobody can change. */
function createNull(machine: Machine, L: number): void {
  const { lua } = machine;
  lua.lua_rawgeti(L, REGISTRY, REF.globals);
  pushText(machine, L, "json_null");
  lua.lua_pushlightuserdata(L, 0);
  lua.lua_createtable(L, 0, 1);
  lock(machine, L);
  lua.lua_setmetatable(L, -2);
  lua.lua_rawset(L, -3);
  if (lua.lua_type(L, -1) !== TYPE.table) throw new Error("globals are no table");
}
