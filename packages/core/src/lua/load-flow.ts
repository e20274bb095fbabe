import { utf8Length } from "../json/utf8-length.ts";
import type { LoadOutcome, LoadRequest, LuaFailure } from "../ports/lua.ts";
import type { FlowDefinition, HandlerCode, StepDefinition } from "../vocabulary/flow.ts";
import { isJsonObject, type Json, type JsonObject } from "../vocabulary/json.ts";
import { chunkName } from "./chunk-name.ts";
import { contextKeys } from "./context-keys.ts";
import { ConversionError, quoted } from "./conversion-error.ts";
import { type FailureFrame, failureOfStatus, failureOfThrown } from "./failures.ts";
import type { StepDraft } from "./flow-drafts.ts";
import { captureError, handlerCode } from "./handler-code.ts";
import { REF } from "./refs.ts";
import { MESSAGE_HANDLER, type Sandbox, STACK_BASE } from "./sandbox.ts";
import { REGISTRY, STATUS, TYPE, TYPE_NAMES } from "./vm/lua-constants.ts";
import type { Snapshot } from "./vm/machine.ts";
import { pushText } from "./vm/text.ts";

/** Runs a flow file once and takes its declaration out of it (spec 03 §1–2). */
export function loadFlow(sandbox: Sandbox, state: Snapshot, request: LoadRequest): LoadOutcome {
  const limit = request.limits.maxFlowSourceBytes;
  if (utf8Length(request.source) > limit) {
    const advice = "raise IRONFLOW_MAX_FLOW_SOURCE_BYTES to allow it";
    return { ok: false, error: `flow source exceeds the ${limit}-byte limit (${advice})`, cause: "error" };
  }
  const prefix = request.pasted
    ? "Failed to evaluate flow source: "
    : `Failed to evaluate flow file '${request.file}': `;
  const frame: FailureFrame = { prefix, chunk: request.file, isFile: true };
  try {
    sandbox.drafts.begin(request.file);
    sandbox.begin(state, request);
    const failure = evaluate(sandbox, request, frame);
    return failure ?? { ok: true, flow: declaredFlow(sandbox, request), pure: sandbox.isPure };
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) return failureOfThrown(sandbox, thrown, frame);
    const { text: error, cause, line } = thrown;
    return { ok: false, error, cause, ...(line !== undefined && { where: { file: request.file, line } }) };
  } finally {
    sandbox.drafts.begin("");
  }
}

/** A declaration that cannot be accepted; `text` is complete, `line` is the step's. */
class Refusal {
  readonly text: string;
  readonly cause: "error" | "conversion";
  readonly line: number | undefined;

  constructor(text: string, cause: "error" | "conversion" = "error", line?: number) {
    this.text = text;
    this.cause = cause;
    this.line = line;
  }
}

/** Leaves the flow's table on top of the stack. */
function evaluate(sandbox: Sandbox, request: LoadRequest, frame: FailureFrame): LuaFailure | undefined {
  const { machine, L } = sandbox;
  const { lua } = machine;
  const compiled = compile(sandbox, request.source, request.file);
  if (compiled !== STATUS.ok) return failureOfStatus(sandbox, compiled, frame);
  const status = lua.lua_pcallk(L, 0, 1, MESSAGE_HANDLER, 0, 0);
  if (status !== STATUS.ok) return failureOfStatus(sandbox, status, frame);
  const type = lua.lua_type(L, -1);
  if (type === TYPE.table) return undefined;
  const got = TYPE_NAMES[type] ?? "value";
  const text = `error converting Lua ${got} to table; a flow file must return the flow that Flow.new made`;
  return { ok: false, error: frame.prefix + text, cause: "error" };
}

/** Compiles text as a chunk, on top of the stack; below it stay the texts that Lua reads from. */
export function compile(sandbox: Sandbox, source: string, name: string): number {
  const { machine, L } = sandbox;
  const { lua } = machine;
  if (!pushText(machine, L, source)) pushText(machine, L, source.toWellFormed());
  const length = Number(lua.lua_rawlen(L, -1));
  const text = lua.lua_tolstring(L, -1, 0);
  pushText(machine, L, chunkName(name));
  const chunk = lua.lua_tolstring(L, -1, 0);
  return lua.luaL_loadbufferx(L, text, length, chunk, machine.cString("t"));
}

function declaredFlow(sandbox: Sandbox, request: LoadRequest): FlowDefinition {
  const { machine, drafts, L } = sandbox;
  const draft = drafts.flows.get(machine.lua.lua_topointer(L, -1));
  if (draft === undefined) throw new Refusal("Flow must have a name: return the flow that Flow.new(name) made");
  const steps = draft.steps.map((step) => placed(step, () => stepDefinition(sandbox, step)));
  return { name: draft.name, file: request.file, steps };
}

/** Tells the place of a step whose configuration cannot be accepted. */
function placed<T>({ line }: StepDraft, define: () => T): T {
  try {
    return define();
  } catch (thrown) {
    if (thrown instanceof ConversionError) throw new Refusal(thrown.message, "conversion", line);
    throw thrown instanceof Refusal ? new Refusal(thrown.text, thrown.cause, line) : thrown;
  }
}

function stepDefinition(sandbox: Sandbox, step: StepDraft): StepDefinition {
  const { config, handler } = configOf(sandbox, step);
  const keys = step.contextKeys ?? configuredKeys(step, config);
  return {
    name: step.name,
    nodeType: step.nodeType,
    config,
    ...(handler && { handler }),
    dependsOn: step.dependsOn,
    maxRetries: step.maxRetries,
    backoffSeconds: step.backoffSeconds,
    ...(step.timeoutSeconds !== undefined && { timeoutSeconds: step.timeoutSeconds }),
    ...(step.route !== undefined && { route: step.route }),
    ...(step.onError !== undefined && { onError: step.onError }),
    ...(keys && { contextKeys: keys }),
    ...(step.line !== undefined && { line: step.line }),
  };
}

function configuredKeys(step: StepDraft, config: JsonObject): readonly string[] | undefined {
  const value = config.get("context_keys");
  if (value === undefined) return undefined;
  if (step.nodeType !== "code") {
    const rule = "context_keys is only supported for code nodes and function handlers";
    throw new Refusal(`Step '${step.name}': ${rule}`);
  }
  const keys = contextKeys(value);
  if (typeof keys === "string") throw new Refusal(`Step '${step.name}': ${keys}`);
  return keys;
}

interface StepConfig {
  readonly config: JsonObject;
  readonly handler?: HandlerCode | undefined;
}

/** The configuration as JSON, with the step's name in it, and the handler that was taken out of it. */
function configOf(sandbox: Sandbox, step: StepDraft): StepConfig {
  const own: [string, Json][] = [["_step_name", step.name]];
  if (step.config === undefined) {
    if (step.condition !== undefined) own.unshift(["condition", step.condition]);
    return { config: new Map([["_node_type", step.nodeType], ...own]), handler: step.handler };
  }
  const { machine, L } = sandbox;
  machine.lua.lua_settop(L, STACK_BASE);
  machine.lua.lua_rawgeti(L, REGISTRY, REF.anchors);
  machine.lua.lua_rawgeti(L, -1, step.config);
  const handler = takeHandler(sandbox, step);
  const root = `$.steps[${quoted(step.name)}].config`;
  const config = sandbox.keptValue(L, -1, root);
  if (!isJsonObject(config)) throw new ConversionError(`the configuration at ${root} is no object`);
  return { config: new Map([...config, ...own]), handler };
}

/** `source` of a code node and `transform` of a foreach may be functions: replaces the table by a copy without. */
function takeHandler(sandbox: Sandbox, step: StepDraft): HandlerCode | undefined {
  const { machine, L } = sandbox;
  const { lua } = machine;
  const field = { code: "source", foreach: "transform" }[step.nodeType as "code" | "foreach"];
  if (field === undefined) return undefined;
  const table = lua.lua_gettop(L);
  pushText(machine, L, field);
  if (lua.lua_rawget(L, table) !== TYPE.function) {
    lua.lua_settop(L, table);
    return undefined;
  }
  const error = captureError(sandbox, L, lua.lua_gettop(L));
  if (error !== undefined) throw new Refusal(error);
  const handler = handlerCode(sandbox, L, lua.lua_gettop(L));
  lua.lua_settop(L, table);
  pushCopyWithout(sandbox, table, field);
  return handler;
}

function pushCopyWithout({ machine, L }: Sandbox, table: number, field: string): void {
  const { lua } = machine;
  lua.lua_createtable(L, 0, 4);
  const copy = lua.lua_gettop(L);
  lua.lua_pushnil(L);
  while (lua.lua_next(L, table) !== 0) {
    lua.lua_pushvalue(L, -2);
    lua.lua_rotate(L, -2, 1);
    lua.lua_rawset(L, copy);
  }
  pushText(machine, L, field);
  lua.lua_pushnil(L);
  lua.lua_rawset(L, copy);
}
