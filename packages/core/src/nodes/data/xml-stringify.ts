import { defineNode } from "../define-node.ts";
import { printXml } from "./print-xml.ts";

/** A value as an XML document, in the shape that `xml_parse` reads (spec 07 §5). */
export const xmlStringify = defineNode("xml_stringify", ({ settings }) => {
  const { value } = settings.source();
  const outputKey = settings.text("output_key", "xml");
  const text = printXml(settings.text("root_tag", "root"), value, settings.flag("pretty", false));
  return [[outputKey, text]];
});
