import type { Json, JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import type { XmlLibrary } from "./xml-library.ts";

/** Elements nested deeper are refused (spec 08 §1). */
const MOST_NESTED = 128;

/** An element that is being read. Text of blanks alone is layout, unless it stood in a CDATA section. */
interface OpenElement {
  readonly name: string;
  readonly members: Map<string, Json>;
  text: string;
  verbatim: boolean;
}

/**
 * One well-formed document: attributes are `@name`, text beside them or beside elements `#text`, elements of text alone
 * strings, empty ones null, repeated ones arrays. Entities that a document declares itself are not known.
 */
export function readXml(library: XmlLibrary, text: string): JsonObject {
  const parser = new library.SaxesParser({ position: true });
  const root: OpenElement = { name: "", members: new Map(), text: "", verbatim: false };
  const open: OpenElement[] = [root];
  const current = () => open.at(-1) ?? root;
  parser.on("error", (error) => {
    const place = `at line ${parser.line}, column ${parser.column}`;
    throw new NodeFault(`Failed to parse XML: ${error.message.replace(/^\d+:\d+: /, "")} ${place}`);
  });
  parser.on("opentag", (tag) => {
    if (open.length > MOST_NESTED) {
      throw new NodeFault(`Failed to parse XML: elements are nested deeper than ${MOST_NESTED} levels`);
    }
    const attributes = Object.entries(tag.attributes).map(([name, value]): [string, Json] => [`@${name}`, value]);
    open.push({ name: tag.name, members: new Map(attributes), text: "", verbatim: false });
  });
  parser.on("text", (piece) => {
    current().text += piece;
  });
  parser.on("cdata", (piece) => {
    current().text += piece;
    current().verbatim = true;
  });
  parser.on("closetag", () => {
    const closed = open.pop();
    if (closed !== undefined) addMember(current().members, closed.name, valueOfElement(closed));
  });
  parser.write(text).close();
  return root.members;
}

function valueOfElement({ members, text, verbatim }: OpenElement): Json {
  const said = verbatim || text.trim() !== "";
  if (members.size === 0) return said ? text : null;
  if (said) members.set("#text", text);
  return members;
}

function addMember(members: Map<string, Json>, name: string, value: Json): void {
  const before = members.get(name);
  // An element's own value is never an array, so an array here is the list of its namesakes.
  if (Array.isArray(before)) before.push(value);
  else members.set(name, before === undefined ? value : [before, value]);
}
