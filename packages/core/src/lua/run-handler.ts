import type {
  ForeachOutcome,
  ForeachRequest,
  HandlerOutcome,
  HandlerRequest,
  LuaCode,
  LuaFailure,
} from "../ports/lua.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import { type FailureFrame, failureOfStatus, failureOfThrown } from "./failures.ts";
import { type HandlerCache, pushHandler } from "./handler-cache.ts";
import { int64 } from "./push-json.ts";
import { REF } from "./refs.ts";
import { MESSAGE_HANDLER, type Sandbox } from "./sandbox.ts";
import { REGISTRY, STATUS, TYPE } from "./vm/lua-constants.ts";

/** One attempt of a `code` step (spec 04 §1–4). */
export function runHandler(sandbox: Sandbox, cache: HandlerCache, request: HandlerRequest): HandlerOutcome {
  const { code, context } = request;
  try {
    const slot = cache.prepare(code);
    sandbox.begin(cache.state, request);
    const failure = pushFunction(sandbox, code, slot) ?? call(sandbox, code, context);
    return failure ?? { ok: true, output: publishedOutput(sandbox) };
  } catch (thrown) {
    return failureOfThrown(sandbox, thrown, frameOf(code));
  }
}

/** A transform for each of the items, all of them on one budget (spec 07 §5). */
export function runForeach(sandbox: Sandbox, cache: HandlerCache, request: ForeachRequest): ForeachOutcome {
  const code: LuaCode = { kind: "function", code: request.transform };
  const frame = { ...frameOf(code), prefix: "" };
  const results: (Json | undefined)[] = [];
  let current = frame;
  try {
    const slot = cache.prepare(code);
    sandbox.begin(cache.state, request);
    const failure = pushFunction(sandbox, code, slot);
    if (failure !== undefined) return failure;
    sandbox.pushContext(request.context);
    sandbox.machine.lua.lua_settop(sandbox.L, -2);
    for (const [index, item] of request.items.entries()) {
      current = { ...frame, prefix: itemPrefix(index) };
      const outcome = transformItem(sandbox, request, current, item, index);
      if (!outcome.ok) return outcome;
      results.push(outcome.result);
    }
    return { ok: true, results };
  } catch (thrown) {
    return failureOfThrown(sandbox, thrown, current);
  }
}

function itemPrefix(index: number): string {
  return `foreach transform failed on item ${index} (index ${index + 1}): `;
}

type ItemOutcome = { readonly ok: true; readonly result: Json | undefined } | LuaFailure;

/** Calls the function that lies on top of the stack, and leaves it there. */
function transformItem(
  sandbox: Sandbox,
  { limits }: ForeachRequest,
  frame: FailureFrame,
  item: Json,
  index: number,
): ItemOutcome {
  const { machine, L } = sandbox;
  const { lua } = machine;
  const root = `$foreach[${index}]`;
  const top = lua.lua_gettop(L);
  lua.lua_pushvalue(L, top);
  sandbox.pusher.push(item, limits, root);
  lua.lua_pushinteger(L, int64(index + 1));
  const status = lua.lua_pcallk(L, 2, 1, MESSAGE_HANDLER, 0, 0);
  if (status !== STATUS.ok) return failureOfStatus(sandbox, status, frame);
  const result = lua.lua_type(L, -1) === TYPE.nil ? undefined : sandbox.keptValue(L, -1, root);
  lua.lua_settop(L, top);
  return { ok: true, result };
}

function frameOf(code: LuaCode): FailureFrame {
  if (code.kind === "source") return { prefix: "Code execution failed: ", chunk: code.step, isFile: false };
  return { prefix: "Function execution failed: ", chunk: code.code.file, isFile: true };
}

function pushFunction(sandbox: Sandbox, code: LuaCode, slot: bigint | undefined): LuaFailure | undefined {
  const { machine, L } = sandbox;
  if (slot === undefined) {
    const status = pushHandler(sandbox, code);
    return status === STATUS.ok ? undefined : failureOfStatus(sandbox, status, frameOf(code));
  }
  machine.lua.lua_rawgeti(L, REGISTRY, REF.handlers);
  machine.lua.lua_rawgeti(L, -1, slot);
  return undefined;
}

/** Calls the function on top of the stack with the context; its first result takes its place. */
function call(sandbox: Sandbox, code: LuaCode, context: JsonObject): LuaFailure | undefined {
  const { lua } = sandbox.machine;
  sandbox.pushContext(context);
  const args = code.kind === "function" ? 1 : 0;
  if (args === 0) lua.lua_settop(sandbox.L, -2);
  const status = lua.lua_pcallk(sandbox.L, args, 1, MESSAGE_HANDLER, 0, 0);
  return status === STATUS.ok ? undefined : failureOfStatus(sandbox, status, frameOf(code));
}

/** What the value on top of the stack publishes (spec 04 §4); null when nothing. */
function publishedOutput(sandbox: Sandbox): JsonObject | null {
  const { machine, reader, L } = sandbox;
  if (machine.lua.lua_type(L, -1) === TYPE.nil) return null;
  const value = sandbox.keptValue(L, -1);
  if (isJsonObject(value)) return value.size > 0 || reader.isMarked(L, -1) ? value : null;
  return new Map([["result", value]]);
}
