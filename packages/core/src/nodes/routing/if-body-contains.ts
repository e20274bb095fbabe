import { defineNode } from "../define-node.ts";
import { atDottedPath } from "../dotted-path.ts";
import { NodeFault } from "../node-fault.ts";
import { plainText } from "../plain-text.ts";

/** Routes on whether a text is in a value (spec 07 §2). */
export const ifBodyContains = defineNode("if_body_contains", ({ settings, context, step }) => {
  const path = settings.text("source_key");
  const pattern = settings.text("pattern");
  const body = atDottedPath(context, path);
  if (body === undefined && settings.flag("required", false)) {
    throw new NodeFault(`if_body_contains requires '${path}' to exist in context`);
  }
  const fold = settings.flag("case_sensitive", true) ? (text: string) => text : (text: string) => text.toLowerCase();
  const contains = body !== undefined && pattern !== "" && fold(plainText(body)).includes(fold(pattern));
  const route = contains ? settings.text("true_route", "true") : settings.text("false_route", "false");
  return [
    [`_route_${step}`, route],
    [`_contains_${step}`, contains],
  ];
});
