import type { Sandbox } from "../sandbox.ts";
import { upvalue } from "../vm/lua-constants.ts";
import { optionalInteger, startOf, stringArgument } from "./arguments.ts";
import { findBytes } from "./find-bytes.ts";
import { gsub } from "./gsub.ts";
import { type FunctionDefinition, type LuaFunction, raise } from "./lua-function.ts";
import { pushCaptures } from "./pattern-captures.ts";
import { type ByteRange, PatternError, PatternMatcher } from "./pattern-matcher.ts";

/** `string.find`, `match`, `gmatch` and `gsub` with a budget; see {@link PatternMatcher}. */
export const patternFunctions: readonly FunctionDefinition[] = [
  { place: "string.find", make: (sandbox) => guarded(sandbox, (L) => find(sandbox, L, true)) },
  { place: "string.match", make: (sandbox) => guarded(sandbox, (L) => find(sandbox, L, false)) },
  { place: "string.gmatch", make: (sandbox) => (L) => gmatch(sandbox, L) },
  { place: "@gmatch", make: (sandbox) => guarded(sandbox, (L) => nextMatch(sandbox, L)) },
  { place: "string.gsub", make: (sandbox) => guarded(sandbox, (L) => gsub(sandbox, L)) },
];

const CARET = 0x5e;
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
