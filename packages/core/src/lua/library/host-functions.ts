import { compactJson } from "../../json/print-json.ts";
import type { LogLevel } from "../../vocabulary/flow.ts";
import { ConversionError } from "../conversion-error.ts";
import type { Sandbox } from "../sandbox.ts";
import { TYPE } from "../vm/lua-constants.ts";
import { pushText, readText } from "../vm/text.ts";
import { type FunctionDefinition, raise } from "./lua-function.ts";
import { pushShown } from "./shown.ts";

/** What reaches outside: `env`, `log`, `print`, `uuid4`, `now_rfc3339`, `now_unix_ms` (spec 04 §2). */
export const hostFunctions: readonly FunctionDefinition[] = [
  { place: "env", make: (sandbox) => (L) => env(sandbox, L) },
  { place: "log", make: (sandbox) => (L) => log(sandbox, L) },
  { place: "print", make: (sandbox) => (L) => print(sandbox, L) },
  { place: "uuid4", make: (sandbox) => (L) => pushOutside(sandbox, L, sandbox.random.uuid4()) },
  { place: "now_rfc3339", make: (sandbox) => (L) => pushOutside(sandbox, L, rfc3339(sandbox.clock.nowMs())) },
  { place: "now_unix_ms", make: (sandbox) => (L) => nowUnixMs(sandbox, L) },
];

const LEVELS: ReadonlySet<string> = new Set(["trace", "debug", "info", "warn", "error"] satisfies LogLevel[]);

function env(sandbox: Sandbox, L: number): number {
  const { machine, grant } = sandbox;
  machine.lua.luaL_checklstring(L, 1, 0);
  sandbox.touchOutside();
  const key = readText(machine, L, 1);
  const allowed = grant.limits.envAllowlist?.includes(key) ?? true;
  const value = allowed ? grant.env(key) : undefined;
  if (value === undefined) machine.lua.lua_pushnil(L);
  else pushText(machine, L, value.toWellFormed());
  return 1;
}

function pushOutside(sandbox: Sandbox, L: number, text: string): number {
  sandbox.touchOutside();
  pushText(sandbox.machine, L, text);
  return 1;
}

function nowUnixMs(sandbox: Sandbox, L: number): number {
  sandbox.touchOutside();
  sandbox.machine.lua.lua_pushinteger(L, BigInt(Math.floor(sandbox.clock.nowMs())));
  return 1;
}

function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace("Z", "+00:00");
}

function log(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const count = lua.lua_gettop(L);
  if (count === 0) return raise(sandbox, L, "log requires at least one argument");
  const level = levelAt(sandbox, L);
  const parts: string[] = [];
  for (let i = level === undefined ? 1 : 2; i <= count; i++) parts.push(logPart(sandbox, L, i));
  return writeLine(sandbox, level ?? "info", parts.join(" "));
}

/**
 * Lua's `print` writes an `info` line to the run's log, values as `tostring` shows them, separated by tabs. It never
 * reaches the console of the host: a page has none that its user looks at, a server must not be written to.
 */
function print(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  const count = lua.lua_gettop(L);
  const parts: string[] = [];
  for (let i = 1; i <= count; i++) {
    parts.push(shown(sandbox, L, i));
  }
  return writeLine(sandbox, "info", parts.join("\t"));
}

function writeLine(sandbox: Sandbox, level: LogLevel, text: string): number {
  sandbox.touchOutside();
  sandbox.meter.charge(text.length);
  sandbox.meter.hold(LINE_BYTES);
  sandbox.grant.log(level, text);
  return 0;
}

const LINE_BYTES = 64;
const LONGEST_LEVEL = 5;

function levelAt(sandbox: Sandbox, L: number): LogLevel | undefined {
  const { lua } = sandbox.machine;
  if (lua.lua_type(L, 1) !== TYPE.string || Number(lua.lua_rawlen(L, 1)) > LONGEST_LEVEL) return undefined;
  const level = readText(sandbox.machine, L, 1).toLowerCase();
  return LEVELS.has(level) ? (level as LogLevel) : undefined;
}

function logPart(sandbox: Sandbox, L: number, index: number): string {
  const { machine } = sandbox;
  switch (machine.lua.lua_type(L, index)) {
    case TYPE.nil:
      return "nil";
    case TYPE.lightUserdata:
      return "null";
    case TYPE.string:
      return sandbox.keptText(L, index);
    case TYPE.table:
      return tablePart(sandbox, L, index);
    default:
      return shown(sandbox, L, index);
  }
}

/** A table without a JSON form is shown as `tostring` shows it. */
function tablePart(sandbox: Sandbox, L: number, index: number): string {
  try {
    return compactJson(sandbox.keptValue(L, index));
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
  }
  return shown(sandbox, L, index);
}

function shown(sandbox: Sandbox, L: number, index: number): string {
  const { lua } = sandbox.machine;
  const top = lua.lua_gettop(L);
  pushShown(sandbox, L, index);
  const text = sandbox.keptText(L, -1);
  lua.lua_settop(L, top);
  return text;
}
