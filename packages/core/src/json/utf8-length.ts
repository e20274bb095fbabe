/** Bytes of the UTF-8 form. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x800) bytes += 1;
    // Each half of a pair counts two of the four bytes.
    else if (code >= 0xd800 && code <= 0xdfff) bytes += 1;
    else bytes += 2;
  }
  return bytes;
}
