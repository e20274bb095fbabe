import { defineNode } from "../define-node.ts";
import { withLibrary } from "../with-library.ts";
import { readYaml } from "./read-yaml.ts";
import { yaml } from "./yaml-library.ts";

/** YAML text as a JSON value (spec 07 §5). */
export const yamlParse = defineNode("yaml_parse", (task) => {
  const { settings } = task;
  const text = settings.inputOrSourceText();
  const outputKey = settings.text("output_key", "yaml_data");
  return withLibrary(task, yaml(), (library) => [[outputKey, readYaml(library, text)]]);
});
