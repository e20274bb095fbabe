import { defineNode } from "../define-node.ts";

/** Publishes a text with its placeholders filled (spec 07 §5). */
export const templateRender = defineNode("template_render", ({ settings }) => {
  const text = settings.filled("template");
  return [[settings.text("output_key"), text]];
});
