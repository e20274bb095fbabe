import { isJsonArray, isJsonObject, type Json, type JsonObject } from "../../vocabulary/json.ts";
import { NodeFault } from "../node-fault.ts";
import { plainText } from "../plain-text.ts";

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const NAME =
  /^[:A-Z_a-z\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{2ff}\u{370}-\u{37d}\u{37f}-\u{1fff}\u{200c}-\u{200d}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}][-.0-9:A-Z_a-z\u{b7}\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{37d}\u{37f}-\u{1fff}\u{200c}-\u{200d}\u{203f}-\u{2040}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}]*$/u;
/** Characters that an XML document cannot hold in any form. */
const UNPRINTABLE = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/**
 * `tag` around the value: `@name` members become attributes, `#text` text, arrays repeated elements, null an empty
 * element. An empty text prints like null.
 */
export function printXml(tag: string, value: Json, pretty: boolean): string {
  if (isJsonArray(value)) throw new NodeFault("xml_stringify: an array cannot be the root element");
  const body = printElement(tag, value, pretty ? "\n" : undefined);
  return pretty ? `${DECLARATION}\n${body}\n` : DECLARATION + body;
}

/** `newline` is a line break and the blanks of the level; undefined: everything on one line. */
function printElement(tag: string, value: Json, newline: string | undefined): string {
  const name = checkedName(tag);
  if (value === null) return `<${name}/>`;
  if (!isJsonObject(value)) return `<${name}>${printText(value)}</${name}>`;
  const start = `<${name}${printAttributes(value)}`;
  const text = value.get("#text");
  // Layout between elements would become part of a text beside them.
  const inner = newline === undefined || text !== undefined ? undefined : `${newline}  `;
  const children = printChildren(value, inner);
  if (text === undefined && children.length === 0) return `${start}/>`;
  const body = children.map((child) => (inner ?? "") + child).join("");
  const end = inner !== undefined && children.length > 0 ? newline : "";
  return `${start}>${text === undefined ? "" : printText(scalar("#text", text))}${body}${end}</${name}>`;
}

function printChildren(members: JsonObject, newline: string | undefined): string[] {
  const children: string[] = [];
  for (const [name, value] of members) {
    if (name === "#text" || name.startsWith("@")) continue;
    for (const item of isJsonArray(value) ? value : [value]) {
      if (isJsonArray(item)) throw new NodeFault(`xml_stringify: an array inside the array '${name}' has no XML form`);
      children.push(printElement(name, item, newline));
    }
  }
  return children;
}

function printAttributes(members: JsonObject): string {
  let attributes = "";
  for (const [key, value] of members) {
    if (!key.startsWith("@")) continue;
    attributes += ` ${checkedName(key.slice(1))}="${escapeAttribute(plainText(scalar(key, value)))}"`;
  }
  return attributes;
}

function scalar(key: string, value: Json): Json {
  if (value === null) return "";
  if (typeof value === "object") throw new NodeFault(`xml_stringify: '${key}' must be a scalar`);
  return value;
}

function checkedName(name: string): string {
  if (!NAME.test(name)) throw new NodeFault(`xml_stringify: '${name}' is not an XML name`);
  return name;
}

function printText(value: Json): string {
  return escapeText(checkedText(plainText(value)));
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\r", "&#13;");
}

function escapeAttribute(text: string): string {
  const escaped = escapeText(checkedText(text)).replaceAll('"', "&quot;");
  return escaped.replaceAll("\n", "&#10;").replaceAll("\t", "&#9;");
}

function checkedText(text: string): string {
  const bad = UNPRINTABLE.exec(text)?.[0].codePointAt(0);
  if (bad === undefined) return text;
  throw new NodeFault(`xml_stringify: U+${bad.toString(16).toUpperCase().padStart(4, "0")} has no form in XML`);
}
