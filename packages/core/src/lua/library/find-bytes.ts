const SHORT = 32;

/**
 * First place of a byte string in another, or -1, in time proportional to the sum of their lengths (Knuth, Morris,
 * Pratt): the native search takes their product.
 */
export function findBytes(
  bytes: Uint8Array,
  text: { readonly start: number; readonly end: number },
  wanted: { readonly start: number; readonly end: number },
): number {
  const length = wanted.end - wanted.start;
  if (length === 0) return text.start;
  if (length > text.end - text.start) return -1;
  return length <= SHORT ? findShort(bytes, text, wanted) : findLong(bytes, text, wanted);
}

type Range = { readonly start: number; readonly end: number };

function findShort(bytes: Uint8Array, text: Range, wanted: Range): number {
  const length = wanted.end - wanted.start;
  const first = bytes[wanted.start] ?? 0;
  const last = text.end - length;
  for (let at = bytes.indexOf(first, text.start); at >= 0 && at <= last; at = bytes.indexOf(first, at + 1)) {
    let i = 1;
    while (i < length && bytes[at + i] === bytes[wanted.start + i]) i++;
    if (i === length) return at;
  }
  return -1;
}

function findLong(bytes: Uint8Array, text: Range, wanted: Range): number {
  const borders = bordersOf(bytes, wanted);
  const length = wanted.end - wanted.start;
  let matched = 0;
  for (let at = text.start; at < text.end; at++) {
    while (matched > 0 && bytes[wanted.start + matched] !== bytes[at]) matched = borders[matched - 1] ?? 0;
    if (bytes[wanted.start + matched] === bytes[at]) matched += 1;
    if (matched === length) return at - length + 1;
  }
  return -1;
}

/** Length of the longest proper border of each prefix. */
function bordersOf(bytes: Uint8Array, { start, end }: Range): Int32Array {
  const borders = new Int32Array(end - start);
  let border = 0;
  for (let i = 1; i < borders.length; i++) {
    while (border > 0 && bytes[start + border] !== bytes[start + i]) border = borders[border - 1] ?? 0;
    if (bytes[start + border] === bytes[start + i]) border += 1;
    borders[i] = border;
  }
  return borders;
}
