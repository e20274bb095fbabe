import { pushFunction } from "./open-libraries.ts";
import { REF } from "./refs.ts";
import type { Sandbox } from "./sandbox.ts";
import { REGISTRY } from "./vm/lua-constants.ts";
import type { Snapshot } from "./vm/machine.ts";
import { pushText } from "./vm/text.ts";

const STEP_METHODS = ["depends_on", "retries", "timeout", "on_error", "context_keys"];

/** What a handler has and a loading file has not (spec 03 §1). */
const ABSENT = ["base64_encode", "base64_decode"];

/** The state in which flow files are loaded: `Flow` and `nodes` stand beside the globals of handlers. */
export function flowState(sandbox: Sandbox, nodeTypes: readonly string[]): Snapshot {
  return sandbox.derive(sandbox.base, () => {
    const { machine, L } = sandbox;
    const { lua } = machine;
    createClass(sandbox, REF.flowMeta, [
      ["step", "@flow.step"],
      ["step_if", "@flow.step_if"],
    ]);
    const methods = STEP_METHODS.map((name) => [name, `@step.${name}`] as const);
    createClass(sandbox, REF.guardedStepMeta, methods);
    createClass(sandbox, REF.stepMeta, [...methods, ["route", "@step.route"]]);
    pushTable(sandbox, [["new", "@Flow.new"]]);
    sandbox.setGlobal(L, "Flow");
    pushNodes(sandbox, nodeTypes);
    sandbox.setGlobal(L, "nodes");
    for (const name of ABSENT) {
      lua.lua_pushnil(L);
      sandbox.setGlobal(L, name);
    }
    lua.lua_createtable(L, 0, 0);
    lua.lua_rawseti(L, REGISTRY, REF.anchors);
  });
}

/** A metatable whose instances find these methods and nothing else. */
function createClass(sandbox: Sandbox, ref: bigint, methods: readonly (readonly [string, string])[]): void {
  const { machine, L } = sandbox;
  const { lua } = machine;
  lua.lua_createtable(L, 0, 2);
  pushText(machine, L, "__index");
  pushTable(sandbox, methods);
  lua.lua_rawset(L, -3);
  pushText(machine, L, "__metatable");
  lua.lua_pushboolean(L, 0);
  lua.lua_rawset(L, -3);
  lua.lua_rawseti(L, REGISTRY, ref);
}

function pushTable({ machine, L }: Sandbox, functions: readonly (readonly [string, string])[]): void {
  machine.lua.lua_createtable(L, 0, functions.length);
  for (const [name, place] of functions) {
    pushText(machine, L, name);
    pushFunction(machine, L, place);
    machine.lua.lua_rawset(L, -3);
  }
}

function pushNodes({ machine, L }: Sandbox, nodeTypes: readonly string[]): void {
  machine.lua.lua_createtable(L, 0, nodeTypes.length);
  for (const type of nodeTypes) {
    pushText(machine, L, type);
    pushText(machine, L, type);
    pushFunction(machine, L, "@nodes", 1);
    machine.lua.lua_rawset(L, -3);
  }
}
