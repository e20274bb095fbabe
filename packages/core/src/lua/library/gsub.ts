import type { Sandbox } from "../sandbox.ts";
import { TYPE, TYPE_NAMES } from "../vm/lua-constants.ts";
import { optionalInteger, stringArgument } from "./arguments.ts";
import { LuaBuffer } from "./lua-buffer.ts";
import { raise } from "./lua-function.ts";
import { pushCapture, pushCaptures } from "./pattern-captures.ts";
import { type ByteRange, PatternError, PatternMatcher } from "./pattern-matcher.ts";

const [CARET, ESCAPE, DIGIT_0, DIGIT_9] = [0x5e, 0x25, 0x30, 0x39];

/** `string.gsub(subject, pattern, replacement, most)`. */
export function gsub(sandbox: Sandbox, L: number): number {
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
