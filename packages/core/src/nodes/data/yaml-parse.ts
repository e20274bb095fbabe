import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { readYaml } from "./read-yaml.ts";
import { yaml } from "./yaml-library.ts";

/** YAML text as a JSON value (spec 07 §5). */
export const yamlParse = defineNode("yaml_parse", ({ settings }) => {
  const text = settings.inputOrSourceText();
  const outputKey = settings.text("output_key", "yaml_data");
  return onSettled(yaml(), (library) => [[outputKey, readYaml(library, text)]]);
});
