/** Numbers of Lua 5.4's C API. */
export const REGISTRY = -1_001_000;
/** Pseudo-index of the running C function's n-th upvalue. */
export const upvalue = (n: number): number => REGISTRY - n;

export const TYPE = {
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
  userdata: 7,
  thread: 8,
} as const;

/** Names as `type()` gives them, by number. */
export const TYPE_NAMES = [
  "nil",
  "boolean",
  "userdata",
  "number",
  "string",
  "table",
  "function",
  "userdata",
  "thread",
] as const;

export const STATUS = { ok: 0, yield: 1, runtime: 2, syntax: 3, memory: 4, handler: 5 } as const;

export const MASK_COUNT = 8;

/** Offsets in a `lua_Debug` of a 32-bit build, and its size. */
export const ACTIVATION = { source: 16, currentLine: 24, lineDefined: 28, lastLineDefined: 32, bytes: 128 } as const;
