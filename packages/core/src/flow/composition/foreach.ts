import { defineNode } from "../../nodes/define-node.ts";
import { NodeFault } from "../../nodes/node-fault.ts";
import type { Json } from "../../vocabulary/json.ts";

/** Spec 07 §5: a Lua function over the items of an array, all of them within one budget. */
export const foreach = defineNode("foreach", ({ settings, context, host, handler }) => {
  if (handler === undefined) throw new NodeFault("foreach requires 'transform' to be a function");
  const items = settings.source().asArray();
  const outputKey = settings.text("output_key", "foreach_results");
  const filterNulls = settings.flag("filter_nulls", true);
  const outcome = host.lua.foreach({
    transform: handler,
    context,
    items,
    limits: host.limits,
    env: host.env,
    log: (level, text) => host.log(level, text),
    cancelled: () => host.cancelled(),
    ...(host.deadlineMs === undefined ? {} : { deadlineMs: host.deadlineMs }),
  });
  if (!outcome.ok) {
    return { ok: false, error: outcome.error, ...(outcome.where === undefined ? {} : { where: outcome.where }) };
  }
  const results = outcome.results
    .map((result): Json => result ?? null)
    .filter((result) => !filterNulls || result !== null);
  return [
    [outputKey, results],
    [`${outputKey}_count`, BigInt(results.length)],
  ];
});
