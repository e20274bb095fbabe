/** `lua_State*`, an address in linear memory, an index of the function table, a stack index: all plain numbers. */
type Pointer = number;

/**
 * The part of the wasm's exports that is used, called directly. The wrappers of the package that ships it assert
 * on every call and double its price.
 */
export interface LuaExports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  __wasm_call_ctors(): void;
  malloc(size: number): Pointer;
  realloc(block: Pointer, size: number): Pointer;
  free(block: Pointer): void;
  stackSave(): Pointer;
  stackRestore(stack: Pointer): void;
  setThrew(threw: number, value: number): void;
  emscripten_stack_get_base(): Pointer;
  emscripten_stack_get_end(): Pointer;

  lua_newstate(allocator: number, userData: Pointer): Pointer;
  lua_absindex(L: Pointer, index: number): number;
  lua_gettop(L: Pointer): number;
  lua_settop(L: Pointer, index: number): void;
  lua_rotate(L: Pointer, index: number, n: number): void;
  lua_copy(L: Pointer, from: number, to: number): void;
  lua_pushvalue(L: Pointer, index: number): void;
  lua_checkstack(L: Pointer, slots: number): number;
  lua_type(L: Pointer, index: number): number;
  lua_typename(L: Pointer, type: number): Pointer;
  lua_isinteger(L: Pointer, index: number): number;
  lua_isnumber(L: Pointer, index: number): number;
  lua_isstring(L: Pointer, index: number): number;
  lua_iscfunction(L: Pointer, index: number): number;
  lua_rawequal(L: Pointer, a: number, b: number): number;
  lua_compare(L: Pointer, a: number, b: number, operator: number): number;
  lua_tonumberx(L: Pointer, index: number, isNumber: Pointer): number;
  lua_tointegerx(L: Pointer, index: number, isInteger: Pointer): bigint;
  lua_toboolean(L: Pointer, index: number): number;
  lua_tolstring(L: Pointer, index: number, length: Pointer): Pointer;
  lua_rawlen(L: Pointer, index: number): bigint | number;
  lua_touserdata(L: Pointer, index: number): Pointer;
  lua_topointer(L: Pointer, index: number): Pointer;
  lua_pushnil(L: Pointer): void;
  lua_pushnumber(L: Pointer, value: number): void;
  lua_pushinteger(L: Pointer, value: bigint): void;
  lua_pushlstring(L: Pointer, bytes: Pointer, length: number): Pointer;
  lua_pushcclosure(L: Pointer, index: number, upvalues: number): void;
  lua_pushboolean(L: Pointer, value: number): void;
  lua_pushlightuserdata(L: Pointer, pointer: Pointer): void;
  lua_gettable(L: Pointer, index: number): number;
  lua_geti(L: Pointer, index: number, key: bigint): number;
  lua_seti(L: Pointer, index: number, key: bigint): void;
  lua_rawget(L: Pointer, index: number): number;
  lua_rawgeti(L: Pointer, index: number, key: bigint): number;
  lua_rawset(L: Pointer, index: number): void;
  lua_rawseti(L: Pointer, index: number, key: bigint): void;
  lua_createtable(L: Pointer, array: number, hash: number): void;
  lua_newuserdatauv(L: Pointer, size: number, values: number): Pointer;
  lua_getmetatable(L: Pointer, index: number): number;
  lua_setmetatable(L: Pointer, index: number): number;
  lua_callk(L: Pointer, args: number, results: number, context: number, k: number): void;
  lua_pcallk(L: Pointer, args: number, results: number, handler: number, context: number, k: number): number;
  lua_dump(L: Pointer, writer: number, data: Pointer, strip: number): number;
  lua_error(L: Pointer): number;
  lua_next(L: Pointer, index: number): number;
  lua_concat(L: Pointer, n: number): void;
  lua_len(L: Pointer, index: number): void;
  lua_getstack(L: Pointer, level: number, activation: Pointer): number;
  lua_getinfo(L: Pointer, what: Pointer, activation: Pointer): number;
  lua_getupvalue(L: Pointer, index: number, n: number): Pointer;
  lua_sethook(L: Pointer, hook: number, mask: number, count: number): void;

  luaL_argerror(L: Pointer, argument: number, text: Pointer): number;
  luaL_typeerror(L: Pointer, argument: number, type: Pointer): number;
  luaL_checklstring(L: Pointer, argument: number, length: Pointer): Pointer;
  luaL_checkinteger(L: Pointer, argument: number): bigint;
  luaL_checknumber(L: Pointer, argument: number): number;
  luaL_checktype(L: Pointer, argument: number, type: number): void;
  luaL_checkany(L: Pointer, argument: number): void;
  luaL_checkstack(L: Pointer, slots: number, text: Pointer): void;
  luaL_getmetafield(L: Pointer, index: number, name: Pointer): number;
  luaL_callmeta(L: Pointer, index: number, name: Pointer): number;
  luaL_tolstring(L: Pointer, index: number, length: Pointer): Pointer;
  luaL_len(L: Pointer, index: number): bigint;
  luaL_where(L: Pointer, level: number): void;
  luaL_loadbufferx(L: Pointer, bytes: Pointer, length: number, name: Pointer, mode: Pointer): number;
  luaL_requiref(L: Pointer, name: Pointer, opener: number, global: number): void;

  luaopen_base(L: Pointer): number;
  luaopen_table(L: Pointer): number;
  luaopen_string(L: Pointer): number;
  luaopen_math(L: Pointer): number;
  luaopen_utf8(L: Pointer): number;
}
