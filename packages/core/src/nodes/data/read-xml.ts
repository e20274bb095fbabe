import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { XmlLibrary } from "./xml-library.ts";

/** Elements nested deeper are refused (spec 08 §1). */
const MOST_NESTED = 128;

interface OpenElement {
  readonly name: string;
  readonly members: Map<string, Json>;
  text: string;
}

/**
 * One well-formed document: attributes are `@name`, text beside them or beside elements `#text`, elements of text alone
 * strings, empty ones null, repeated ones arrays. Blanks around a text are layout. A document type is refused, and with it
 * every entity that a document could declare.
 */
export function readXml(library: XmlLibrary, text: string): JsonObject {
  const parser = new library.SaxesParser({ position: true });
  const root: OpenElement = { name: "", members: new Map(), text: "" };
  const open: OpenElement[] = [root];
  const current = () => open.at(-1) ?? root;
  parser.on("error", (error) => {
    const place = `at line ${parser.line}, column ${parser.column}`;
    throw new NodeFault(`Failed to parse XML: ${error.message.replace(/^\d+:\d+: /, "")} ${place}`);
  });
  parser.on("doctype", () => {
    throw new NodeFault("Failed to parse XML: a document type declaration is not accepted");
  });
  parser.on("opentag", (tag) => {
    if (open.length > MOST_NESTED) {
      throw new NodeFault(`Failed to parse XML: elements are nested deeper than ${MOST_NESTED} levels`);
    }
    const attributes = Object.entries(tag.attributes).map(([name, value]): [string, Json] => [`@${name}`, value]);
    open.push({ name: tag.name, members: new Map(attributes), text: "" });
  });
  parser.on("text", (piece) => {
    current().text += piece;
  });
  parser.on("cdata", (piece) => {
    current().text += piece;
  });
  parser.on("closetag", () => {
    const closed = open.pop();
    if (closed !== undefined) addMember(current().members, closed.name, valueOfElement(closed));
  });
  parser.write(text).close();
  return root.members;
}

function valueOfElement({ members, text }: OpenElement): Json {
  const said = text.trim();
  if (members.size === 0) return said === "" ? null : said;
  if (said !== "") members.set("#text", said);
  return members;
}

function addMember(members: Map<string, Json>, name: string, value: Json): void {
  const before = members.get(name);
  // An element's own value is never an array, so an array here is the list of its namesakes.
  if (Array.isArray(before)) before.push(value);
  else members.set(name, before === undefined ? value : [before, value]);
}
