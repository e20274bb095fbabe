import { onSettled } from "../../flow/settled.ts";
import { defineNode } from "../define-node.ts";
import { readXml } from "./read-xml.ts";
import { xml } from "./xml-library.ts";

/** XML text as `{root: …}` (spec 07 §5). */
export const xmlParse = defineNode("xml_parse", ({ settings }) => {
  const text = settings.inputOrSourceText();
  const outputKey = settings.text("output_key", "xml_data");
  return onSettled(xml(), (library) => [[outputKey, readXml(library, text)]]);
});
