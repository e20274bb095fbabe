const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;

/**
 * A JSON text with more than `most` values, cut after one value too many and closed properly: enough to say where
 * the ceiling is exceeded, without parsing millions of values first. Undefined when the text has no more than that.
 */
export function cutJsonText(bytes: Uint8Array, most: number): Uint8Array | undefined {
  // A value takes two bytes, its comma included.
  if (bytes.length < 2 * most) return undefined;
  const open: number[] = [];
  let values = 1;
  let isFirst = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte <= SPACE) continue;
    const isClosing = byte === CLOSE_ARRAY || byte === CLOSE_OBJECT;
    if (byte === COMMA || (isFirst && !isClosing)) values += 1;
    if (values > most) return closed(bytes, byte === COMMA ? at + 1 : at, open);
    isFirst = byte === OPEN_ARRAY || byte === OPEN_OBJECT;
    if (isFirst) open.push(byte);
    else if (isClosing) open.pop();
    else if (byte === QUOTE) at = endOfString(bytes, at + 1);
  }
  return undefined;
}

/** Index of the quote that ends a string. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

/** The text up to `end`, one member more, and the ends of everything that is open. */
function closed(bytes: Uint8Array, end: number, open: readonly number[]): Uint8Array {
  const isObject = open.at(-1) === OPEN_OBJECT;
  let keyEnd = end;
  if (isObject) {
    while (keyEnd < bytes.length && bytes[keyEnd] !== QUOTE) keyEnd += 1;
    keyEnd = endOfString(bytes, keyEnd + 1) + 1;
  }
  const ends = open.toReversed().map((byte) => (byte === OPEN_OBJECT ? "}" : "]"));
  const rest = new TextEncoder().encode((isObject ? ":0" : "0") + ends.join(""));
  const text = new Uint8Array(keyEnd + rest.length);
  text.set(bytes.subarray(0, keyEnd));
  text.set(rest, keyEnd);
  return text;
}
