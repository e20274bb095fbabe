import type { Sandbox } from "../sandbox.ts";
import { TYPE, TYPE_NAMES, upvalue } from "../vm/lua-constants.ts";
import { findBytes } from "./find-bytes.ts";
import { LuaBuffer } from "./lua-buffer.ts";
import { type FunctionDefinition, type LuaFunction, raise } from "./lua-function.ts";
import { type ByteRange, PatternError, PatternMatcher } from "./pattern-matcher.ts";

/** `string.find`, `match`, `gmatch` and `gsub` with a budget; see {@link PatternMatcher}. */
export const patternFunctions: readonly FunctionDefinition[] = [
  { place: "string.find", make: (sandbox) => guarded(sandbox, (L) => find(sandbox, L, true)) },
  { place: "string.match", make: (sandbox) => guarded(sandbox, (L) => find(sandbox, L, false)) },
  { place: "string.gmatch", make: (sandbox) => (L) => gmatch(sandbox, L) },
  { place: "@gmatch", make: (sandbox) => guarded(sandbox, (L) => nextMatch(sandbox, L)) },
  { place: "string.gsub", make: (sandbox) => guarded(sandbox, (L) => gsub(sandbox, L)) },
];

const [CARET, ESCAPE, DIGIT_0, DIGIT_9] = [0x5e, 0x25, 0x30, 0x39];
const SPECIALS: ReadonlySet<number> = new Set(Array.from("^$*+?.([%-", (char) => char.charCodeAt(0)));

/** What is wrong with a pattern is an error at the caller's place. */
function guarded(sandbox: Sandbox, run: LuaFunction): LuaFunction {
  return (L) => {
    let text: string;
    try {
      return run(L);
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      text = error.text;
    }
    return raise(sandbox, L, text);
  };
}

function find(sandbox: Sandbox, L: number, isFind: boolean): number {
  const { lua } = sandbox.machine;
  const subject = stringArgument(sandbox, L, 1);
  const pattern = stringArgument(sandbox, L, 2);
  const first = startOf(optionalInteger(sandbox, L, 3, 1), subject);
  if (first > subject.end) {
    lua.lua_pushnil(L);
    return 1;
  }
  const { u8 } = sandbox.machine;
  if (isFind && (lua.lua_toboolean(L, 4) !== 0 || isPlain(u8, pattern))) {
    return findPlain(sandbox, L, subject, first, pattern);
  }
  const matcher = matcherOf(sandbox);
  matcher.reset(u8, subject, pattern.end);
  const isAnchored = u8[pattern.start] === CARET && pattern.end > pattern.start;
  const items = isAnchored ? pattern.start + 1 : pattern.start;
  for (let start = first; start <= subject.end; start++) {
    const end = matcher.match(start, items);
    if (end >= 0) {
      if (!isFind) return pushCaptures(sandbox, L, matcher, subject, { start, end });
      lua.lua_pushinteger(L, BigInt(start - subject.start + 1));
      lua.lua_pushinteger(L, BigInt(end - subject.start));
      if (matcher.level === 0) return 2;
      return 2 + pushCaptures(sandbox, L, matcher, subject, { start, end });
    }
    if (isAnchored) break;
  }
  lua.lua_pushnil(L);
  return 1;
}

function findPlain(sandbox: Sandbox, L: number, subject: ByteRange, first: number, wanted: ByteRange): number {
  const { machine, meter } = sandbox;
  meter.charge((subject.end - first + wanted.end - wanted.start) >> 3);
  const at = findBytes(machine.u8, { start: first, end: subject.end }, wanted);
  if (at < 0) {
    machine.lua.lua_pushnil(L);
    return 1;
  }
  machine.lua.lua_pushinteger(L, BigInt(at - subject.start + 1));
  machine.lua.lua_pushinteger(L, BigInt(at - subject.start + wanted.end - wanted.start));
  return 2;
}

/** The iterator keeps subject, pattern, place and end of the last match as upvalues. */
function gmatch(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const subject = stringArgument(sandbox, L, 1);
  stringArgument(sandbox, L, 2);
  const first = startOf(optionalInteger(sandbox, L, 3, 1), subject);
  lua.lua_settop(L, 2);
  lua.lua_pushinteger(L, BigInt(Math.min(first, subject.end + 1) - subject.start));
  lua.lua_pushinteger(L, -1n);
  sandbox.pushFunction(L, "@gmatch", 4);
  return 1;
}

function nextMatch(sandbox: Sandbox, L: number): number {
  const { lua, u8 } = sandbox.machine;
  const subject = stringArgument(sandbox, L, upvalue(1));
  const pattern = stringArgument(sandbox, L, upvalue(2));
  const first = subject.start + Number(lua.lua_tointegerx(L, upvalue(3), 0));
  const lastEnd = subject.start + Number(lua.lua_tointegerx(L, upvalue(4), 0));
  const matcher = matcherOf(sandbox);
  matcher.reset(u8, subject, pattern.end);
  for (let start = first; start <= subject.end; start++) {
    const end = matcher.match(start, pattern.start);
    if (end < 0 || end === lastEnd) continue;
    lua.lua_pushinteger(L, BigInt(end - subject.start));
    lua.lua_copy(L, -1, upvalue(3));
    lua.lua_copy(L, -1, upvalue(4));
    return pushCaptures(sandbox, L, matcher, subject, { start, end });
  }
  return 0;
}

function gsub(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const subject = stringArgument(sandbox, L, 1);
  const pattern = stringArgument(sandbox, L, 2);
  const replacement = lua.lua_type(L, 3);
  if (![TYPE.number, TYPE.string, TYPE.function, TYPE.table].some((type) => type === replacement)) {
    lua.luaL_typeerror(L, 3, sandbox.machine.cString("string/function/table"));
  }
  const length = subject.end - subject.start;
  const most = optionalInteger(sandbox, L, 4, length + 1);
  lua.lua_settop(L, 3);
  const isAnchored = sandbox.machine.u8[pattern.start] === CARET && pattern.end > pattern.start;
  const items = isAnchored ? pattern.start + 1 : pattern.start;
  // A replacement function may come back to gsub before this one has ended.
  const matcher = new PatternMatcher((steps) => sandbox.meter.charge(steps));
  const buffer = new LuaBuffer(sandbox, L);
  let [at, lastEnd, count, isChanged] = [subject.start, -1, 0, false];
  while (count < most) {
    matcher.reset(sandbox.machine.u8, subject, pattern.end);
    const end = matcher.match(at, items);
    if (end >= 0 && end !== lastEnd) {
      count += 1;
      const match = { start: at, end };
      isChanged = appendReplacement(sandbox, L, { matcher, subject, match, buffer, replacement }) || isChanged;
      at = end;
      lastEnd = end;
    } else if (at < subject.end) {
      buffer.appendByte(sandbox.machine.u8[at] ?? 0);
      at += 1;
    } else {
      break;
    }
    if (isAnchored) break;
  }
  if (isChanged) {
    buffer.append(at, subject.end - at);
    buffer.pushResult();
  } else {
    lua.lua_pushvalue(L, 1);
  }
  lua.lua_pushinteger(L, BigInt(count));
  return 2;
}

interface Replacing {
  readonly matcher: PatternMatcher;
  readonly subject: ByteRange;
  readonly match: ByteRange;
  readonly buffer: LuaBuffer;
  /** Type of the replacement, which is argument 3. */
  readonly replacement: number;
}

/** False when the match stays as it is. */
function appendReplacement(sandbox: Sandbox, L: number, replacing: Replacing): boolean {
  const { lua } = sandbox.machine;
  const { matcher, subject, match, buffer, replacement } = replacing;
  if (replacement === TYPE.string || replacement === TYPE.number) {
    appendTemplate(sandbox, L, replacing);
    return true;
  }
  if (replacement === TYPE.function) {
    lua.lua_pushvalue(L, 3);
    const captures = pushCaptures(sandbox, L, matcher, subject, match);
    lua.lua_callk(L, captures, 1, 0, 0);
  } else {
    pushCapture(sandbox, L, matcher, subject, match, 0);
    lua.lua_gettable(L, 3);
  }
  if (lua.lua_toboolean(L, -1) === 0) {
    lua.lua_settop(L, -2);
    buffer.append(match.start, match.end - match.start);
    return false;
  }
  if (lua.lua_isstring(L, -1) === 0) {
    return raise(sandbox, L, `invalid replacement value (a ${TYPE_NAMES[lua.lua_type(L, -1)]})`);
  }
  buffer.appendTop();
  return true;
}

/** A replacement text with its `%0` … `%9` and `%%`. */
function appendTemplate(sandbox: Sandbox, L: number, replacing: Replacing): void {
  const { matcher, subject, match, buffer } = replacing;
  const template = stringArgument(sandbox, L, 3);
  sandbox.meter.charge((template.end - template.start) >> 3);
  for (let at = template.start; at < template.end; at++) {
    const { u8 } = sandbox.machine;
    const stop = escapeAfter(u8, at, template.end);
    buffer.append(at, stop - at);
    if (stop === template.end) return;
    at = stop + 1;
    const escaped = sandbox.machine.u8[at] ?? 0;
    if (escaped === ESCAPE) {
      buffer.appendByte(ESCAPE);
    } else if (escaped === DIGIT_0) {
      buffer.append(match.start, match.end - match.start);
    } else if (escaped > DIGIT_0 && escaped <= DIGIT_9) {
      pushCapture(sandbox, L, matcher, subject, match, escaped - DIGIT_0 - 1);
      buffer.appendTop();
    } else {
      throw new PatternError("invalid use of '%' in replacement string");
    }
  }
}

function escapeAfter(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== ESCAPE) at++;
  return at;
}

/** Pushes all captures, or the whole match when the pattern has none; returns their number. */
function pushCaptures(
  sandbox: Sandbox,
  L: number,
  matcher: PatternMatcher,
  subject: ByteRange,
  match: ByteRange,
): number {
  const { machine } = sandbox;
  const count = Math.max(1, matcher.level);
  machine.lua.luaL_checkstack(L, count, machine.cString("too many captures"));
  for (let i = 0; i < count; i++) pushCapture(sandbox, L, matcher, subject, match, i);
  return count;
}

function pushCapture(
  { machine: { lua } }: Sandbox,
  L: number,
  matcher: PatternMatcher,
  subject: ByteRange,
  match: ByteRange,
  index: number,
): void {
  const { start, length } = matcher.capture(index, match);
  if (length === undefined) lua.lua_pushinteger(L, BigInt(start - subject.start + 1));
  else lua.lua_pushlstring(L, start, length);
}

const matchers = new WeakMap<Sandbox, PatternMatcher>();

/** For functions that call nothing while they match. */
function matcherOf(sandbox: Sandbox): PatternMatcher {
  let matcher = matchers.get(sandbox);
  if (matcher === undefined) {
    matcher = new PatternMatcher((steps) => sandbox.meter.charge(steps));
    matchers.set(sandbox, matcher);
  }
  return matcher;
}

function isPlain(bytes: Uint8Array, pattern: ByteRange): boolean {
  for (let i = pattern.start; i < pattern.end; i++) {
    if (SPECIALS.has(bytes[i] ?? 0)) return false;
  }
  return true;
}

/** Bytes of a string argument; a number becomes a string in its place. */
function stringArgument({ machine }: Sandbox, L: number, index: number): ByteRange {
  const start = machine.lua.luaL_checklstring(L, index, machine.scratch);
  return { start, end: start + (machine.u32[machine.scratch >> 2] ?? 0) };
}

function optionalInteger({ machine: { lua } }: Sandbox, L: number, index: number, absent: number): number {
  return lua.lua_type(L, index) <= TYPE.nil ? absent : Number(lua.luaL_checkinteger(L, index));
}

/** Address of a start position that may count from the end. */
function startOf(position: number, { start, end }: ByteRange): number {
  const length = end - start;
  if (position > 0) return start + position - 1;
  if (position === 0 || position < -length) return start;
  return end + position;
}
