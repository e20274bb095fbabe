import { defineNode } from "../define-node.ts";
import { withLibrary } from "../with-library.ts";
import { readXml } from "./read-xml.ts";
import { xml } from "./xml-library.ts";

/** XML text as `{root: …}` (spec 07 §5). */
export const xmlParse = defineNode("xml_parse", (task) => {
  const { settings } = task;
  const text = settings.inputOrSourceText();
  const outputKey = settings.text("output_key", "xml_data");
  return withLibrary(task, xml(), (library) => [[outputKey, readXml(library, text)]]);
});
