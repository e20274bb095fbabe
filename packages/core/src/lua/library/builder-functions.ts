import { contextKeys } from "../context-keys.ts";
import { ConversionError } from "../conversion-error.ts";
import type { BuilderDraft } from "../flow-drafts.ts";
import type { Sandbox } from "../sandbox.ts";
import { TYPE, TYPE_NAMES } from "../vm/lua-constants.ts";
import { type FunctionDefinition, type LuaFunction, raise } from "./lua-function.ts";

/** The methods of what `flow:step` and `flow:step_if` return (spec 03 §2). */
export const builderFunctions: readonly FunctionDefinition[] = [
  builderMethod("depends_on", dependsOn),
  builderMethod("retries", retries),
  builderMethod("timeout", timeout),
  builderMethod("route", route),
  builderMethod("on_error", onError),
  builderMethod("context_keys", keysOfContext),
];

type BuilderMethod = (sandbox: Sandbox, L: number, builder: BuilderDraft) => void;

/** A method that changes its builder's step and returns the builder. */
function builderMethod(name: string, change: BuilderMethod): FunctionDefinition {
  const make = (sandbox: Sandbox): LuaFunction => {
    return (L) => {
      const { lua } = sandbox.machine;
      const isTable = lua.lua_type(L, 1) === TYPE.table;
      const builder = isTable ? sandbox.drafts.builders.get(lua.lua_topointer(L, 1)) : undefined;
      if (builder === undefined) {
        return raise(sandbox, L, `${name}() must be called on a step with a colon: flow:step(...):${name}(...)`);
      }
      change(sandbox, L, builder);
      lua.lua_settop(L, 1);
      return 1;
    };
  };
  return { place: `@step.${name}`, make };
}

function dependsOn(sandbox: Sandbox, L: number, { step, guard }: BuilderDraft): void {
  const { lua } = sandbox.machine;
  const count = lua.lua_gettop(L);
  const target = (guard ?? step).dependsOn;
  for (let i = 2; i <= count; i++) {
    if (lua.lua_type(L, i) === TYPE.string) target.push(sandbox.keptText(L, i));
  }
}

function retries(sandbox: Sandbox, L: number, { step }: BuilderDraft): void {
  const { lua } = sandbox.machine;
  const max = lua.luaL_checknumber(L, 2);
  if (!Number.isInteger(max) || max < 0) {
    raise(sandbox, L, `Step '${step.name}': retries() needs a whole number of at least 0, got ${max}`);
  }
  const isGiven = lua.lua_type(L, 3) > TYPE.nil;
  step.backoffSeconds = isGiven ? lua.luaL_checknumber(L, 3) : step.backoffSeconds;
  step.maxRetries = max;
}

function timeout({ machine: { lua } }: Sandbox, L: number, { step }: BuilderDraft): void {
  step.timeoutSeconds = lua.luaL_checknumber(L, 2);
}

function route(sandbox: Sandbox, L: number, { step }: BuilderDraft): void {
  sandbox.machine.lua.luaL_checklstring(L, 2, 0);
  step.route = sandbox.keptText(L, 2);
}

function onError(sandbox: Sandbox, L: number, { step }: BuilderDraft): void {
  sandbox.machine.lua.luaL_checklstring(L, 2, 0);
  step.onError = sandbox.keptText(L, 2);
}

function keysOfContext(sandbox: Sandbox, L: number, { step }: BuilderDraft): void {
  const { machine } = sandbox;
  if (step.nodeType !== "code") {
    raise(sandbox, L, `Step '${step.name}': context_keys is only supported for code nodes and function handlers`);
  }
  const type = machine.lua.lua_type(L, 2);
  const keys = type === TYPE.table ? readKeys(() => contextKeys(sandbox.keptValue(L, 2))) : undefined;
  if (keys === undefined) {
    const got = TYPE_NAMES[Math.max(type, 0)];
    raise(sandbox, L, `Step '${step.name}': context_keys must be an array of strings (got ${got})`);
  } else if (typeof keys === "string") {
    raise(sandbox, L, `Step '${step.name}': ${keys}`);
  } else {
    step.contextKeys = keys;
  }
}

function readKeys(read: () => readonly string[] | string): readonly string[] | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return `context_keys must be an array of strings (${error.message})`;
  }
}
