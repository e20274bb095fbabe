import { formatFloat } from "../../json/format-float.ts";
import { defineNode } from "../define-node.ts";
import { withLibrary } from "../with-library.ts";
import { yaml } from "./yaml-library.ts";

/** A value as YAML 1.2 text, keys in their own order (spec 07 §5). */
export const yamlStringify = defineNode("yaml_stringify", (task) => {
  const { settings } = task;
  const { value } = settings.source();
  const outputKey = settings.text("output_key", "yaml");
  return withLibrary(task, yaml(), ({ Document }) => {
    const document = new Document(value, { aliasDuplicateObjects: false, customTags: (tags) => [FLOAT, ...tags] });
    return [[outputKey, document.toString({ lineWidth: 0 })]];
  });
});

/** Floats keep a decimal point or an exponent, so that they are floats when they are read again. */
const FLOAT = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  identify: (value: unknown) => typeof value === "number",
  test: /^[-+]?(?:[0-9]+\.[0-9]+|[0-9]+(?:\.[0-9]+)?e[-+][0-9]+)$/,
  resolve: (text: string) => Number(text),
  stringify: ({ value }: { value: unknown }) => formatFloat(value as number),
};
