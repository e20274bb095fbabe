import { isJsonObject, type JsonObject, parseJson } from "@tool-dispatch/core";

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly document: JsonObject;
}

/** An example from the text of its scenario file. */
export function readExample(id: string, text: string): Example {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`the example ${id} is no scenario`);
  const document = parsed.value;
  const field = (name: string) => {
    const value = document.get(name);
    return typeof value === "string" ? value : "";
  };
  return { id, name: field("name"), about: field("about"), document };
}
