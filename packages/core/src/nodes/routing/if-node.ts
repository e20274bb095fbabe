import { evaluateCondition } from "../conditions.ts";
import { defineNode } from "../define-node.ts";

/** Routes on a condition (spec 07 §2). */
export const ifNode = defineNode("if_node", ({ settings, context, step }) => {
  const holds = evaluateCondition(settings.text("condition"), context);
  const route = holds ? settings.text("true_route", "true") : settings.text("false_route", "false");
  return [
    [`_route_${step}`, route],
    [`_condition_result_${step}`, holds],
  ];
});
