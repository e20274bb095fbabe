import { type Example, readExample } from "./read-example.ts";

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

/** Scenarios that each show one way to fail. */
export const EXAMPLES: readonly Example[] = Object.entries(texts)
  .map(([path, text]) => readExample(path.slice(path.lastIndexOf("/") + 1).replace(/\.json$/, ""), text))
  .sort((a, b) => rank(a.id) - rank(b.id));

function rank(id: string): number {
  const at = ORDER.indexOf(id);
  return at < 0 ? ORDER.length : at;
}
