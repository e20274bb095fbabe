import { isJsonObject, type JsonObject, parseJson } from "@tool-dispatch/core";

const texts = import.meta.glob<string>("../../../../examples/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The order in which they are offered; the first one is what a first visit shows. */
const ORDER = [
  "weather-wrong-field",
  "user-id-is-null",
  "trailing-dot",
  "literal-by-slip",
  "arguments-not-json",
  "missing-required-argument",
  "unsupported-near-name",
  "duplicate-ids",
  "fail-fast-publishes-nothing",
  "private-note-leaks",
  "secret-redacted",
  "password-in-an-error",
  "hole-in-an-array",
  "big-integer-kept",
  "gemini-answer-whole",
  "stream-with-split-arguments",
  "endless-loop",
  "flow-with-recovery",
  "bounded-agent",
];

export interface Example {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly document: JsonObject;
}

/** Scenarios that each show one way to fail. */
export const EXAMPLES: readonly Example[] = Object.entries(texts)
  .map(([path, text]) => readExample(path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/, ""), text))
  .sort((a, b) => rank(a.id) - rank(b.id));

function rank(id: string): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}

function readExample(id: string, text: string): Example {
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) throw new Error(`the example ${id} is no scenario`);
  const field = (name: string) => {
    const value = parsed.value instanceof Map ? parsed.value.get(name) : undefined;
    return typeof value === "string" ? value : "";
  };
  return { id, name: field("name"), about: field("about"), document: parsed.value };
}
