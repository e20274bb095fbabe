import { defineNode } from "../define-node.ts";
import { atContextPath } from "../dotted-path.ts";
import { plainText } from "../plain-text.ts";

/** Routes on the text of a value (spec 07 §2). */
export const switchNode = defineNode("switch_node", ({ settings, context, step }) => {
  const value = atContextPath(context, settings.text("value").trim());
  const text = value === undefined ? "" : plainText(value);
  const route = settings.object("cases").get(text);
  return [
    [`_route_${step}`, typeof route === "string" ? route : settings.text("default", "default")],
    [`_switch_value_${step}`, text],
  ];
});
