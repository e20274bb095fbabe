import type { Sandbox } from "../sandbox.ts";
import type { ByteRange, PatternMatcher } from "./pattern-matcher.ts";

/** Pushes all captures, or the whole match when the pattern has none; returns their number. */
export function pushCaptures(
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

/** Pushes one capture: its text, or its position. */
export function pushCapture(
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
