import type { FlowDraft, StepDraft } from "../flow-drafts.ts";
import { captureError, handlerCode } from "../handler-code.ts";
import { placeOf } from "../place.ts";
import { REF } from "../refs.ts";
import type { Sandbox } from "../sandbox.ts";
import { REGISTRY, TYPE, upvalue } from "../vm/lua-constants.ts";
import { type FunctionDefinition, raise } from "./lua-function.ts";

/** `Flow.new`, `flow:step`, `flow:step_if` and `nodes.TYPE` (spec 03 §2). */
export const flowFunctions: readonly FunctionDefinition[] = [
  { place: "@Flow.new", make: (sandbox) => (L) => newFlow(sandbox, L) },
  { place: "@nodes", make: (sandbox) => (L) => newConfig(sandbox, L) },
  { place: "@flow.step", make: (sandbox) => (L) => step(sandbox, L) },
  { place: "@flow.step_if", make: (sandbox) => (L) => stepIf(sandbox, L) },
];

const DEFAULT_BACKOFF_SECONDS = 1;
/** Rough size of a step's record. */
const STEP_BYTES = 512;

function newFlow(sandbox: Sandbox, L: number): number {
  const { machine, drafts } = sandbox;
  machine.lua.luaL_checklstring(L, 1, 0);
  const name = sandbox.keptText(L, 1);
  drafts.flows.set(pushObject(sandbox, L, REF.flowMeta), { name, steps: [] });
  return 1;
}

/** `nodes.TYPE{…}`: the table itself, with its type in it. */
function newConfig(sandbox: Sandbox, L: number): number {
  const { lua } = sandbox.machine;
  lua.lua_settop(L, 1);
  if (lua.lua_type(L, 1) === TYPE.nil) {
    lua.lua_settop(L, 0);
    lua.lua_createtable(L, 0, 2);
  }
  lua.luaL_checktype(L, 1, TYPE.table);
  sandbox.pushName(L, "_node_type");
  lua.lua_pushvalue(L, upvalue(1));
  lua.lua_rawset(L, 1);
  return 1;
}

/** `flow:step(name, what)`. */
function step(sandbox: Sandbox, L: number): number {
  const flow = flowAt(sandbox, L, "step");
  sandbox.machine.lua.luaL_checklstring(L, 2, 0);
  const draft = draftStep(sandbox, L, 2, 3);
  addStep(sandbox, L, flow, draft);
  sandbox.drafts.builders.set(pushObject(sandbox, L, REF.stepMeta), { step: draft });
  return 1;
}

/** `flow:step_if(condition, name, what)`: a guard and the step that it routes to. */
function stepIf(sandbox: Sandbox, L: number): number {
  const flow = flowAt(sandbox, L, "step_if");
  const { machine } = sandbox;
  machine.lua.luaL_checklstring(L, 2, 0);
  machine.lua.luaL_checklstring(L, 3, 0);
  const draft = draftStep(sandbox, L, 3, 4);
  const guard: StepDraft = {
    name: `_if_${draft.name}`,
    nodeType: "if_node",
    config: undefined,
    condition: sandbox.keptText(L, 2),
    line: draft.line,
    dependsOn: [],
    maxRetries: 0,
    backoffSeconds: DEFAULT_BACKOFF_SECONDS,
  };
  addStep(sandbox, L, flow, guard);
  addStep(sandbox, L, flow, draft);
  draft.dependsOn.push(guard.name);
  draft.route = "true";
  sandbox.drafts.builders.set(pushObject(sandbox, L, REF.guardedStepMeta), { step: draft, guard });
  return 1;
}

function draftStep(sandbox: Sandbox, L: number, nameIndex: number, whatIndex: number): StepDraft {
  const { machine } = sandbox;
  sandbox.meter.hold(STEP_BYTES);
  const name = sandbox.keptText(L, nameIndex);
  const line = placeOf(machine, L)?.line;
  const common = { name, line, dependsOn: [], maxRetries: 0, backoffSeconds: DEFAULT_BACKOFF_SECONDS };
  switch (machine.lua.lua_type(L, whatIndex)) {
    case TYPE.function: {
      const error = captureError(sandbox, L, whatIndex);
      if (error !== undefined) return raise(sandbox, L, error);
      const handler = handlerCode(sandbox, L, whatIndex);
      return { ...common, nodeType: "code", config: undefined, handler };
    }
    case TYPE.table:
      return { ...common, nodeType: nodeType(sandbox, L, whatIndex, name), config: anchored(sandbox, L, whatIndex) };
    default:
      return raise(sandbox, L, "step() expects a node config table or a function");
  }
}

/** Type of a configuration; functions in it that will become handlers are checked here, where they are registered. */
function nodeType(sandbox: Sandbox, L: number, index: number, name: string): string {
  const { lua } = sandbox.machine;
  sandbox.pushName(L, "_node_type");
  if (lua.lua_rawget(L, index) !== TYPE.string) {
    const advice = "make it with nodes.TYPE{...} or set '_node_type' to a string";
    return raise(sandbox, L, `step '${name}': the config table has no '_node_type'; ${advice}`);
  }
  const type = sandbox.keptText(L, -1);
  for (const field of ["source", "transform"]) {
    sandbox.pushName(L, field);
    const isFunction = lua.lua_rawget(L, index) === TYPE.function;
    const error = isFunction ? captureError(sandbox, L, lua.lua_gettop(L)) : undefined;
    if (error !== undefined) return raise(sandbox, L, error);
    lua.lua_settop(L, -2);
  }
  lua.lua_settop(L, -2);
  return type;
}

function addStep(sandbox: Sandbox, L: number, flow: FlowDraft, draft: StepDraft): void {
  if (flow.steps.some(({ name }) => name === draft.name)) {
    const rule = "Each step must have a unique name.";
    raise(sandbox, L, `Duplicate step name '${draft.name}' in flow '${flow.name}'. ${rule}`);
  }
  flow.steps.push(draft);
}

/** Keeps the value alive until loading ends and returns its number. */
function anchored(sandbox: Sandbox, L: number, index: number): bigint {
  const { lua } = sandbox.machine;
  const { drafts } = sandbox;
  drafts.anchors += 1n;
  const value = lua.lua_absindex(L, index);
  lua.lua_rawgeti(L, REGISTRY, REF.anchors);
  lua.lua_pushvalue(L, value);
  lua.lua_rawseti(L, -2, drafts.anchors);
  lua.lua_settop(L, -2);
  return drafts.anchors;
}

/** Pushes a new empty table of a class, anchored, and returns its address. */
function pushObject(sandbox: Sandbox, L: number, meta: bigint): number {
  const { lua } = sandbox.machine;
  lua.lua_createtable(L, 0, 0);
  lua.lua_rawgeti(L, REGISTRY, meta);
  lua.lua_setmetatable(L, -2);
  anchored(sandbox, L, -1);
  return lua.lua_topointer(L, -1);
}

function flowAt(sandbox: Sandbox, L: number, method: string): FlowDraft {
  const { lua } = sandbox.machine;
  const flow = lua.lua_type(L, 1) === TYPE.table ? sandbox.drafts.flows.get(lua.lua_topointer(L, 1)) : undefined;
  return flow ?? raise(sandbox, L, `${method}() must be called on a flow with a colon: flow:${method}(...)`);
}
