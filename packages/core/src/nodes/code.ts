import type { LuaCode } from "../ports/lua.ts";
import type { NodeHost, NodeOutcome, NodeStep } from "../ports/node.ts";
import type { Json, JsonObject } from "../vocabulary/json.ts";

/** Keys that a handler sees whether `context_keys` lists them or not (spec 04 §3). */
const ALWAYS_VISIBLE = ["_error_message", "_error_step", "_error_node_type", "_flow_dir"];

/** A function handler or a `source` text (spec 04). */
export function code(step: NodeStep, host: NodeHost): NodeOutcome {
  const lua = codeOf(step);
  if (lua === undefined) return { ok: false, error: "code node requires 'source' or a function handler" };
  const outcome = host.lua.run({
    code: lua,
    context: visibleContext(step),
    limits: host.limits,
    env: host.env,
    log: (level, text) => host.log(level, text),
    cancelled: () => host.cancelled(),
    ...(host.deadlineMs === undefined ? {} : { deadlineMs: host.deadlineMs }),
  });
  if (outcome.ok) return { ok: true, output: outcome.output ?? NOTHING };
  return { ok: false, error: outcome.error, ...(outcome.where === undefined ? {} : { where: outcome.where }) };
}

const NOTHING: JsonObject = new Map();

function codeOf(step: NodeStep): LuaCode | undefined {
  if (step.handler !== undefined) return { kind: "function", code: step.handler };
  const source = step.config.get("source");
  return typeof source === "string" ? { kind: "source", text: source, step: step.name } : undefined;
}

function visibleContext(step: NodeStep): JsonObject {
  if (step.contextKeys === undefined) return step.context;
  const visible = new Map<string, Json>();
  for (const key of [...step.contextKeys, ...ALWAYS_VISIBLE]) {
    const value = step.context.get(key);
    if (value !== undefined) visible.set(key, value);
  }
  return visible;
}
