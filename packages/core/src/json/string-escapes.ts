import { JsonFault } from "./json-fault.ts";

/**
 * Length of the escape that begins at `at`, surrogate pairs as one. Throws a JsonFault for what is none, and for half of
 * a surrogate pair unless `halves` allows it.
 */
export function escapeLength(text: string, at: number, halves: boolean): number {
  const kind = text[at + 1];
  if (kind === undefined) throw new JsonFault('expected `"` at the end of a string, the text ends', text.length);
  if (kind !== "u") {
    if ('"\\/bfnrt'.includes(kind)) return 2;
    throw new JsonFault(`\`\\${kind}\` is no escape that JSON knows`, at);
  }
  const unit = hexUnit(text, at);
  if (unit < 0xd800 || unit > 0xdfff) return 6;
  const paired = unit < 0xdc00 && text[at + 6] === "\\" && text[at + 7] === "u";
  const low = paired ? hexUnit(text, at + 6) : 0;
  if (low >= 0xdc00 && low <= 0xdfff) return 12;
  if (!halves) throw new JsonFault("half of a surrogate pair is not text", at);
  return 6;
}

function hexUnit(text: string, at: number): number {
  const digits = text.slice(at + 2, at + 6);
  if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonFault("`\\u` needs four hexadecimal digits", at);
  return Number.parseInt(digits, 16);
}

/** Offset of the first half of a surrogate pair that stands alone. */
export function loneSurrogate(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0xd800 || code > 0xdfff) continue;
    const next = text.charCodeAt(at + 1);
    if (code > 0xdbff || !(next >= 0xdc00 && next <= 0xdfff)) return at;
    at++;
  }
  return 0;
}
